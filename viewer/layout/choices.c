/* Options. See choices.h. */
#include "viewer/layout/choices.h"

double choices_draw(Scene *s, const Viewport *vp, const Choices *c, double x, double y)
{
    const Metrics *m = vp->metrics;
    double ty = y + (CHOICE_H - m[FONT_small].line_h) / 2;
    if (c->title) {
        double w = text_width(m, FONT_small, c->title) + 3;
        scene_text(s, FONT_small, ROLE_dim, (Spot){ x, ty, w }, c->title);
        x += w + 6;
    }
    for (int k = 0; k < c->n; k++) {
        double w = text_width(m, FONT_small, c->words[k]) + 15;
        Ref ref = { REF_option, 0, c->option, k + 1 };
        Item *it = scene_box(s, k == c->chosen ? ROLE_row_select : ref_equal(ref, vp->hover) ? ROLE_panel : ROLE_background,
                             (Rect){ x, y + 1, w, CHOICE_H - 2 });
        it->edge = ROLE_grid;
        it->font = FONT_small;
        it->label = scene_keep(s, c->words[k]);
        it->ref = ref;
        x += w - 1;
    }
    return x + 16;
}
