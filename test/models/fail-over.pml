/*
 * Numbers that come from a counter, such as IDs, over a fail-over that loses commits
 * (docs/decisions/0003-numbers-in-blocks.md, docs/databases.md). Stamps, which are moments, are in lost-commits.pml.
 *
 * A commit takes the next number of its tenant. A replica that is behind replaces the primary at any moment: the last
 * commits are gone, also answered ones, and with them the number that was stored last. Two processes remember what
 * they have answered last. One whose connections ended looks first whether that is there. If it is not, it writes a
 * mark behind everything that it knows; no one writes until all processes have looked. A reader walks by a cursor,
 * which is the number that it has reached and the mark that was last when it was handed out; with another mark it is
 * refused (410 CURSOR_EXPIRED), and the reader begins anew.
 *
 * COMMITS bounds the commits but for the marks, and FAILOVERS the fail-overs; reads have no bound.
 *
 * What must hold:
 *   NOT TWICE    no number is answered for two commits
 *   NOT MISSED   when all have looked, a reader has everything that is there up to its cursor
 *   NO GHOSTS    and nothing that is not there
 *
 * Each other name that `#ifdef` asks for is a mistake that the exploration must find. WINDOW and DIES are not
 * mistakes of the rules, but what they do not cover.
 */
#ifndef COMMITS
#define COMMITS 4
#endif
#ifndef FAILOVERS
#define FAILOVERS 2
#endif
#define PROCESSES 2
/* Each process writes one mark for each fail-over at most. */
#define ALL (COMMITS + PROCESSES * FAILOVERS)

byte at[ALL + 1];       /* the commit with this number, on the server that is written to; 0: none */
bool isMark[ALL + 1];   /* by commit */
byte last;              /* the stored number */
byte mark;              /* the last mark that is there; 0: none */
byte commits, failOvers;
byte writes;            /* commits but for the marks */

/* What each process knows. */
byte number[PROCESSES + 1], commit[PROCESSES + 1]; /* what it has answered last */
bool mustLook[PROCESSES + 1];                      /* its connections ended */
byte unanswered[PROCESSES + 1];                    /* the number of its commit that is not answered yet; 0: none */

/* What callers know. */
bool isAnswered[ALL + 1];
byte cursor, cursorMark;
bool has[ALL + 1];      /* by commit */

byte j, count;          /* within a d_step */

#define allLooked (!mustLook[1] && !mustLook[2])
#ifdef WINDOW
#define mayWrite true
#else
#define mayWrite allLooked
#endif

/* The next number, which is greater than `than`. */
inline write(than, isOfMark) {
  if :: last < than -> last = than :: else fi;
  last++;
  commits++; at[last] = commits; isMark[commits] = isOfMark;
  if :: isOfMark -> mark = commits :: else fi
}

inline remember(n) {
  if
  :: n >= number[me] -> number[me] = n; commit[me] = at[n]
  :: else
  fi
}

/* Before anything else on a new connection. */
inline look() {
  mustLook[me] = false;
  if
  :: number[me] != 0 && at[number[me]] != commit[me] ->
#ifdef NO_JUMP /* the mark takes the next number behind the stored one */
    write(0, true);
#else
    write(number[me], true);
#endif
    number[me] = last; commit[me] = commits
  :: else
  fi
}

inline answer() {
  assert(!isAnswered[unanswered[me]]); /* NOT TWICE */
  isAnswered[unanswered[me]] = true;
  remember(unanswered[me]);
  unanswered[me] = 0
}

/* One commit after the other. */
inline read() {
  if
#ifdef NO_410 /* cursors of before a mark are taken */
  :: cursorMark != mark -> cursorMark = mark
#else
  :: cursorMark != mark ->
    cursor = 0; cursorMark = mark;
    for (j : 1 .. ALL) { has[j] = false }
#endif
  :: cursorMark == mark && cursor < last ->
    cursor++;
    if :: at[cursor] != 0 && !isMark[at[cursor]] -> has[at[cursor]] = true :: else fi;
#ifndef OWN_WRITES /* what a process has shown to readers is not remembered */
    if :: at[cursor] != 0 -> remember(cursor) :: else fi
#endif
  :: else
  fi;
  j = 0
}

/* Looks at the reader's copy. */
inline compare() {
  for (j : 1 .. ALL) {
    if
    :: j <= cursor && at[j] != 0 && !isMark[at[j]] -> assert(has[at[j]]); count++ /* NOT MISSED */
    :: else
    fi
  }
  for (j : 1 .. ALL) {
    if :: has[j] -> count-- :: else fi
  }
  assert(count == 0); /* NO GHOSTS */
  j = 0
}

#define hasLooked (!mustLook[me])

proctype process(byte me) {
end:
  do
  :: d_step { mustLook[me] -> look() }
  :: d_step { hasLooked && mayWrite && unanswered[me] == 0 && writes < COMMITS ->
      writes++; write(0, false); unanswered[me] = last }
  :: d_step { unanswered[me] != 0 -> answer() }
  :: d_step { hasLooked && (cursor < last || cursorMark != mark) -> read();
      if :: allLooked && cursorMark == mark -> compare() :: else fi }
#ifdef DIES /* it forgets what it has answered, just when a server is lost */
  :: d_step { mustLook[me] -> mustLook[me] = false; number[me] = 0; commit[me] = 0 }
#endif
  od
}

/* Another server takes over, which has what was committed up to some number. */
proctype failOver() {
  byte kept;
end:
  do
  :: atomic {
      failOvers < FAILOVERS && last > 0 -> failOvers++; select(kept : 0 .. last - 1);
      d_step {
        last = 0; mark = 0;
        for (j : 1 .. ALL) {
          if
          :: at[j] != 0 && j > kept -> at[j] = 0
          :: at[j] != 0 && j <= kept ->
            last = j;
            if :: isMark[at[j]] -> mark = at[j] :: else fi
          :: else
          fi
        }
        j = 0; kept = 0;
        mustLook[1] = true; mustLook[2] = true; unanswered[1] = 0; unanswered[2] = 0
      }
    }
  od
}

init {
  atomic { run process(1); run process(2); run failOver() }
}
