// The strong engine plays the small one, prints the game as PGN, and judges the opening: cc play.c $(pkg-config
// --cflags --libs mola)
#include <mola.h>
#include <stdio.h>
#include <stdlib.h>

/// Ends the program with what was wrong.
static void must(bool is_well, const char *what) {
    if (!is_well) {
        fprintf(stderr, "%s: %s\n", what, mola_last_error());
        exit(1);
    }
}

static void hear(void *context, const MolaReport *report) {
    unsigned *deepest = context;
    if (report->depth > *deepest) *deepest = report->depth;
}

int main(void) {
    printf("Mola %s\n", mola_version());
    MolaEngine *players[2] = {mola_engine_new(MOLA_ENGINE_KIND_STRONG), mola_engine_new(MOLA_ENGINE_KIND_POCKET)};
    must(players[0] && players[1], "engines");
    must(mola_engine_set_option(players[0], "Hash", "1"), "option");

    MolaGame *game = mola_game_new(NULL, 0, 0);
    unsigned deepest = 0;
    MolaListener listener = {&deepest, hear, NULL};
    MolaLimits limits = {.nodes = 300};
    while (!mola_game_is_over(game) && mola_game_move_count(game) < 300) {
        MolaAnswer answer;
        MolaEngine *player = players[mola_game_move_count(game) % 2];
        must(mola_engine_think(player, game, &limits, &listener, &answer), "think");
        must(mola_game_play(game, answer.best, 0), "play");
    }

    const char *tags[] = {"White", "Mola", "Black", "Pocket"};
    char *pgn = mola_game_pgn(game, tags, 2);
    char *outcome = mola_game_outcome(game);
    printf("%s\n%s. They looked up to %u plies ahead.\n", pgn, outcome ? outcome : "Not finished", deepest);
    mola_string_free(outcome);

    // The same game, read again.
    MolaPgn *reader = mola_pgn_from_text(pgn);
    MolaPgnGame *read = NULL;
    must(mola_pgn_next(reader, &read) && read, "read");
    must(mola_pgn_game_move_count(read) == mola_game_move_count(game), "count");
    mola_pgn_game_free(read);
    mola_pgn_free(reader);
    mola_string_free(pgn);

    // Fool's mate, judged.
    MolaGame *fool = mola_game_new(NULL, 0, 0);
    const char *moves[] = {"f3", "e5", "g4", "Qh4"};
    for (int i = 0; i < 4; i++) must(mola_game_play_text(fool, moves[i]) != 0, moves[i]);
    limits.nodes = 500;
    MolaAnalysis *analysis = mola_engine_analyze(players[0], fool, &limits, NULL);
    must(analysis != NULL, "analysis");
    char *remark = mola_analysis_remark(analysis, 2);
    printf("2. g4: %s\n", remark ? remark : "fine");
    mola_string_free(remark);
    mola_analysis_free(analysis);
    mola_game_free(fool);

    // A mistake is a sentence.
    must(mola_game_play_text(game, "Ke9") == 0, "Ke9");
    printf("Ke9: %s\n", mola_last_error());

    mola_game_free(game);
    mola_engine_free(players[0]);
    mola_engine_free(players[1]);
    return 0;
}
