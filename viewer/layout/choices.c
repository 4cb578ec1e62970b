/* Options. See choices.h. */
#include "viewer/layout/choices.h"

double choices_draw(Scene *s, const Viewport *vp, int option, const char *title, const char *const *words, int n, int chosen, double x, double y)
{
    const Metrics *m = vp->metrics;
    double ty = y + (CHOICE_H - m[FONT_small].line_h) / 2;
    if (title) {
        double w = text_width(m, FONT_small, title) + 3;
        scene_text(s, FONT_small, ROLE_dim, x, ty, w, title);
        x += w + 6;
    }
    for (int k = 0; k < n; k++) {
        double w = text_width(m, FONT_small, words[k]) + 15;
        Ref ref = { REF_option, 0, option, k + 1 };
        Item *it = scene_box(s, k == chosen ? ROLE_row_select : ref_equal(ref, vp->hover) ? ROLE_panel : ROLE_background, x, y + 1, w, CHOICE_H - 2);
        it->edge = ROLE_grid;
        it->font = FONT_small;
        it->label = scene_keep(s, words[k]);
        it->ref = ref;
        x += w - 1;
    }
    return x + 16;
}
