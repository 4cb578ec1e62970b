/* The accessible canvas and its children. See canvas_access.h. */
#include "viewer/widgets/canvas_access.h"

#include <gtk/gtk-a11y.h>

#include "viewer/layout/reading.h"

enum { MOST = 300, REST_MS = 250 };

/* ---- a thing in the picture ---- */

typedef struct Thing {
    AtkObject parent;
    GtkWidget *canvas; /* not owned; NULL once the picture has moved on */
    Ref ref;
    const char *go;    /* names of views are constants */
    double x, y, w, h;
} Thing;
typedef struct ThingClass {
    AtkObjectClass parent;
} ThingClass;

static void thing_is_component(AtkComponentIface *i);
static void thing_is_action(AtkActionIface *i);
static GType thing_get_type(void);
G_DEFINE_TYPE_WITH_CODE(Thing, thing, ATK_TYPE_OBJECT, G_IMPLEMENT_INTERFACE(ATK_TYPE_COMPONENT, thing_is_component)
                                                       G_IMPLEMENT_INTERFACE(ATK_TYPE_ACTION, thing_is_action))

static void thing_init(Thing *t)
{
    (void)t;
}

static AtkStateSet *thing_states(AtkObject *o)
{
    Thing *t = (Thing *)o;
    AtkStateSet *s = atk_state_set_new();
    if (!t->canvas) {
        atk_state_set_add_state(s, ATK_STATE_DEFUNCT);
        return s;
    }
    static const AtkStateType always[] = { ATK_STATE_ENABLED, ATK_STATE_SENSITIVE, ATK_STATE_VISIBLE, ATK_STATE_SHOWING, ATK_STATE_SELECTABLE };
    for (size_t i = 0; i < G_N_ELEMENTS(always); i++)
        atk_state_set_add_state(s, always[i]);
    if (ref_equal(t->ref, browser_viewport(SHARD_CANVAS(t->canvas)->browser)->select))
        atk_state_set_add_state(s, ATK_STATE_SELECTED);
    return s;
}

static int thing_index(AtkObject *o)
{
    return GPOINTER_TO_INT(g_object_get_data(G_OBJECT(o), "index"));
}

/* No reference is kept: the canvas owns its things, and a cycle would leak both. */
static AtkObject *thing_parent(AtkObject *o)
{
    Thing *t = (Thing *)o;
    return t->canvas ? gtk_widget_get_accessible(t->canvas) : NULL;
}

static void thing_class_init(ThingClass *k)
{
    ATK_OBJECT_CLASS(k)->get_parent = thing_parent;
    ATK_OBJECT_CLASS(k)->ref_state_set = thing_states;
    ATK_OBJECT_CLASS(k)->get_index_in_parent = thing_index;
}

static void thing_extents(AtkComponent *c, int *x, int *y, int *w, int *h, AtkCoordType type)
{
    Thing *t = (Thing *)c;
    int ox = 0, oy = 0;
    if (t->canvas)
        atk_component_get_extents(ATK_COMPONENT(gtk_widget_get_accessible(t->canvas)), &ox, &oy, w, h, type);
    double zoom = t->canvas ? SHARD_CANVAS(t->canvas)->zoom : 1;
    *x = ox + (int)(t->x * zoom);
    *y = oy + (int)(t->y * zoom);
    *w = (int)(t->w * zoom);
    *h = (int)(t->h * zoom);
}

static void thing_is_component(AtkComponentIface *i)
{
    i->get_extents = thing_extents;
}

static gboolean thing_click(AtkAction *a, int n)
{
    Thing *t = (Thing *)a;
    if (n != 0 || !t->canvas)
        return FALSE;
    canvas_click(SHARD_CANVAS(t->canvas), t->ref, t->go, t->x + t->w / 2);
    return TRUE;
}

static int one_action(AtkAction *a)
{
    (void)a;
    return 1;
}

static const char *action_name(AtkAction *a, int n)
{
    return n == 0 ? (((Thing *)a)->go ? "open" : "select") : NULL;
}

static void thing_is_action(AtkActionIface *i)
{
    i->do_action = thing_click;
    i->get_n_actions = one_action;
    i->get_name = action_name;
}

/* ---- the canvas ---- */

typedef struct CanvasAccess {
    GtkWidgetAccessible parent;
    GPtrArray *things; /* Thing; NULL = not asked for yet */
    guint wait;        /* timer until the picture rests */
} CanvasAccess;
typedef struct CanvasAccessClass {
    GtkWidgetAccessibleClass parent;
} CanvasAccessClass;
G_DEFINE_TYPE(CanvasAccess, canvas_access, GTK_TYPE_WIDGET_ACCESSIBLE)

static void drop_thing(gpointer p)
{
    ((Thing *)p)->canvas = NULL;
    g_object_unref(p);
}

static AtkRole role_of(const Reading *r)
{
    return r->go ? ATK_ROLE_LINK : r->ref.kind == REF_option ? ATK_ROLE_RADIO_BUTTON : ATK_ROLE_LIST_ITEM;
}

static void find_things(CanvasAccess *a)
{
    GtkWidget *canvas = gtk_accessible_get_widget(GTK_ACCESSIBLE(a));
    g_clear_pointer(&a->things, g_ptr_array_unref);
    a->things = g_ptr_array_new_with_free_func(drop_thing);
    if (!canvas || !gtk_widget_get_realized(canvas))
        return;
    g_autoptr(GArray) all = scene_read(shard_canvas_scene(SHARD_CANVAS(canvas)), MOST);
    for (guint i = 0; i < all->len; i++) {
        const Reading *r = &g_array_index(all, Reading, i);
        Thing *t = g_object_new(thing_get_type(), NULL);
        t->canvas = canvas;
        t->ref = r->ref;
        t->go = r->go && view_find(r->go) ? view_find(r->go)->name : NULL;
        t->x = r->x;
        t->y = r->y;
        t->w = r->w;
        t->h = r->h;
        AtkObject *o = ATK_OBJECT(t);
        atk_object_set_name(o, r->name);
        atk_object_set_description(o, r->tip ? r->tip : "");
        atk_object_set_role(o, role_of(r));
        g_object_set_data(G_OBJECT(t), "index", GINT_TO_POINTER(i));
        g_ptr_array_add(a->things, t);
    }
}

static int n_children(AtkObject *o)
{
    CanvasAccess *a = (CanvasAccess *)o;
    if (!a->things)
        find_things(a);
    return (int)a->things->len;
}

static AtkObject *ref_child(AtkObject *o, int i)
{
    CanvasAccess *a = (CanvasAccess *)o;
    if (i < 0 || i >= n_children(o))
        return NULL;
    return g_object_ref(ATK_OBJECT(g_ptr_array_index(a->things, i)));
}

static gboolean rests(gpointer data)
{
    CanvasAccess *a = data;
    a->wait = 0;
    int before = (int)a->things->len;
    find_things(a);
    if (before)
        g_signal_emit_by_name(a, "children-changed::remove", 0, NULL, NULL);
    if (a->things->len)
        g_signal_emit_by_name(a, "children-changed::add", 0, g_ptr_array_index(a->things, 0), NULL);
    return G_SOURCE_REMOVE;
}

void canvas_access_changed(ShardCanvas *c)
{
    AtkObject *o = gtk_widget_get_accessible(GTK_WIDGET(c));
    if (!G_TYPE_CHECK_INSTANCE_TYPE(o, canvas_access_get_type()))
        return; /* no accessibility in this session */
    CanvasAccess *a = (CanvasAccess *)o;
    if (!a->things)
        return;
    if (a->wait)
        g_source_remove(a->wait);
    a->wait = g_timeout_add(REST_MS, rests, a);
}

static void finalize(GObject *o)
{
    CanvasAccess *a = (CanvasAccess *)o;
    if (a->wait)
        g_source_remove(a->wait);
    g_clear_pointer(&a->things, g_ptr_array_unref);
    G_OBJECT_CLASS(canvas_access_parent_class)->finalize(o);
}

static void initialize(AtkObject *o, gpointer widget)
{
    ATK_OBJECT_CLASS(canvas_access_parent_class)->initialize(o, widget);
    atk_object_set_role(o, ATK_ROLE_LIST);
}

static void canvas_access_class_init(CanvasAccessClass *k)
{
    G_OBJECT_CLASS(k)->finalize = finalize;
    ATK_OBJECT_CLASS(k)->initialize = initialize;
    ATK_OBJECT_CLASS(k)->get_n_children = n_children;
    ATK_OBJECT_CLASS(k)->ref_child = ref_child;
}

static void canvas_access_init(CanvasAccess *a)
{
    (void)a;
}
