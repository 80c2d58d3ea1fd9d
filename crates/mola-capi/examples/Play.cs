// Mola from C#, as in Unity: a person's moves against the engine. mcs Play.cs && mono Play.exe
using System;
using System.Runtime.InteropServices;

/// The part of mola.h that a game needs. In Unity, put libmola into Assets/Plugins.
static class Mola {
    const string Library = "mola";

    [StructLayout(LayoutKind.Sequential)]
    public struct Limits {
        public ulong Nodes;
        public uint Depth, Mate, MoveTimeMs, LeftMs, IncrementMs, Lines;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Score {
        public int Value;
        [MarshalAs(UnmanagedType.I1)] public bool IsMate;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Answer {
        public ulong Nodes;
        public Score Score;
        public ushort Best, Ponder;
    }

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate void Report(IntPtr context, IntPtr report);

    [StructLayout(LayoutKind.Sequential)]
    public struct Listener {
        public IntPtr Context;
        public Report Report;
        public IntPtr Stop;
    }

    [DllImport(Library)] static extern IntPtr mola_last_error();
    [DllImport(Library)] static extern IntPtr mola_version();
    [DllImport(Library)] static extern void mola_string_free(IntPtr text);
    [DllImport(Library)] public static extern IntPtr mola_game_new(IntPtr start, uint baseMs, uint incrementMs);
    [DllImport(Library)] public static extern void mola_game_free(IntPtr game);
    [DllImport(Library)] public static extern ushort mola_game_play_text(IntPtr game, string move);
    [DllImport(Library)] [return: MarshalAs(UnmanagedType.I1)]
    public static extern bool mola_game_play(IntPtr game, ushort move, uint spentMs);
    [DllImport(Library)] [return: MarshalAs(UnmanagedType.I1)]
    public static extern bool mola_game_is_over(IntPtr game);
    [DllImport(Library)] static extern IntPtr mola_game_outcome(IntPtr game);
    [DllImport(Library)] static extern IntPtr mola_game_pgn(IntPtr game, IntPtr tags, UIntPtr count);
    [DllImport(Library)] public static extern IntPtr mola_engine_new(uint kind);
    [DllImport(Library)] public static extern void mola_engine_free(IntPtr engine);
    [DllImport(Library)] [return: MarshalAs(UnmanagedType.I1)]
    public static extern bool mola_engine_set_option(IntPtr engine, string name, string value);
    [DllImport(Library)] [return: MarshalAs(UnmanagedType.I1)]
    public static extern bool mola_engine_think(IntPtr engine, IntPtr game, ref Limits limits, ref Listener listener, out Answer answer);

    public static string Version { get { return Marshal.PtrToStringAnsi(mola_version()); } }
    public static string LastError { get { return Marshal.PtrToStringAnsi(mola_last_error()); } }
    public static string Outcome(IntPtr game) { return Taken(mola_game_outcome(game)); }
    public static string Pgn(IntPtr game) { return Taken(mola_game_pgn(game, IntPtr.Zero, UIntPtr.Zero)); }

    /// A text of the library's, copied and given back.
    static string Taken(IntPtr text) {
        var copy = Marshal.PtrToStringAnsi(text);
        mola_string_free(text);
        return copy;
    }
}

static class Play {
    static int Main() {
        Console.WriteLine("Mola " + Mola.Version + " in C#");
        var engine = Mola.mola_engine_new(0);
        var game = Mola.mola_game_new(IntPtr.Zero, 0, 0);
        if (!Mola.mola_engine_set_option(engine, "Hash", "1")) throw new Exception(Mola.LastError);
        if (Mola.mola_game_play_text(game, "e5") != 0 || !Mola.LastError.Contains("e5")) return 1;

        // A person who opens badly, whose place the engine takes after the opening.
        var opening = new[] { "f3", "Kf2", "Kg3" };
        var reports = 0;
        Mola.Report hear = (context, report) => reports++;
        var listener = new Mola.Listener { Report = hear };
        for (var ply = 0; ply < 300 && !Mola.mola_game_is_over(game); ply++) {
            if (ply % 2 == 0 && ply / 2 < opening.Length && Mola.mola_game_play_text(game, opening[ply / 2]) != 0) continue;
            var limits = new Mola.Limits { Nodes = ply % 2 == 0 ? 20u : 500u };
            Mola.Answer answer;
            if (!Mola.mola_engine_think(engine, game, ref limits, ref listener, out answer)) throw new Exception(Mola.LastError);
            if (!Mola.mola_game_play(game, answer.Best, 0)) throw new Exception(Mola.LastError);
        }
        GC.KeepAlive(hear);
        Console.WriteLine(Mola.Pgn(game));
        Console.WriteLine((Mola.Outcome(game) ?? "Not finished") + ", " + (reports > 0 ? "with reports" : "in silence"));
        Mola.mola_game_free(game);
        Mola.mola_engine_free(engine);
        return 0;
    }
}
