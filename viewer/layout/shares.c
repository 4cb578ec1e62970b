/* Shares of a step's time. See shares.h. */
#include "viewer/layout/shares.h"

#include "viewer/layout/words.h"

Shares shares_of(const RunRows *run)
{
    static const Role roles[N_SHARES] = { ROLE_compute, ROLE_comm, ROLE_waiting, ROLE_queue, ROLE_copy, ROLE_host, ROLE_idle };
    TraceShares mean = trace_run_shares(run->info, run->parts, run->planned, run->coll_kinds);
    const TraceStepSummary *s = run->summary && run->summary->len ? TRACE_AT(run->summary, TraceStepSummary, 0) : NULL;
    bool any = s && s->median_ns.known, planned = !any && run->info->est_ns.known;
    Shares sh = { .step_ns = any ? (double)s->median_ns.v : planned ? run->info->est_ns.v : -1, .sum_ns = mean.sum_ns, .hidden_ns = mean.hidden_ns,
                  .predicted = any ? run->info->kind == TRACE_RUN_PREDICTED : planned, .n_devices = mean.n_devices };
    for (int k = 0; k < N_SHARES; k++)
        sh.part[k] = (Share){ trace_share_name(k), roles[k], mean.ns[k] };
    return sh;
}

void shares_bar(Scene *s, const Metrics *m, const Shares *sh, Rect box, Ref ref, const char *go)
{
    double at = box.x;
    for (int i = 0; i < N_SHARES && sh->sum_ns > 0; i++) {
        const Share *p = &sh->part[i];
        double pw = box.w * p->ns / sh->sum_ns;
        if (pw < 0.5)
            continue;
        Item *it = scene_box(s, p->role, (Rect){ at, box.y, pw, box.h });
        it->ref = ref;
        it->go = go;
        it->font = FONT_small;
        it->tip = scene_keepf(s, sh->n_devices ? "%s: %s a step, mean over devices" : "%s: %s of the predicted step", p->name, word_ns(p->ns).s);
        g_autofree char *label = g_strdup_printf("%s %s", p->name, word_ns(p->ns).s);
        Word time = word_ns(p->ns);
        if (text_width(m, FONT_small, label) + 8 <= pw)
            it->label = scene_keep(s, label);
        else if (text_width(m, FONT_small, time.s) + 8 <= pw)
            it->label = scene_keep(s, time.s);
        at += pw;
    }
}

double shares_legend(Scene *s, const Metrics *m, const Shares *sh, Spot spot)
{
    double at = spot.x, line = m[FONT_small].line_h;
    for (int i = 0; i <= N_SHARES && sh->sum_ns > 0; i++) {
        bool hidden = i == N_SHARES;
        double ns = hidden ? sh->hidden_ns : sh->part[i].ns;
        if (ns <= 0)
            continue;
        g_autofree char *t = hidden ? g_strdup_printf("%s of collectives hidden under compute", word_ns(ns).s)
                                    : g_strdup_printf("%s %s", sh->part[i].name, trace_percent(100 * ns / sh->sum_ns).s);
        double tw = text_width(m, FONT_small, t) + 3;
        if (at + tw + 18 > spot.x + spot.w && at > spot.x) {
            at = spot.x;
            spot.y += line + 3;
        }
        if (!hidden)
            scene_box(s, sh->part[i].role, (Rect){ at, spot.y + 3, 10, 10 });
        scene_text(s, FONT_small, hidden ? ROLE_dim : ROLE_text, (Spot){ at + (hidden ? 0 : 15), spot.y, MIN(tw, spot.w - 15) }, t);
        at += tw + (hidden ? 16 : 30);
    }
    return spot.y + line;
}
