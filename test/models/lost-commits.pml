/*
 * Lost commits: how they are found and recorded, and who is refused then (docs/decisions/0100-lost-commits.md).
 *
 * Two processes change two people. Each commit has a time, which is also its stamp. Another server takes over at any
 * moment, which lacks the last commits. A process remembers its commits; on a new connection it looks first which of
 * them are not there, and records the loss. That is a commit, too, which may be lost like any other.
 *
 * Two readers keep a copy. One walks the list by `since`, a person a page. The other follows the feed of changes, and
 * reads a person after an event that names them. Both see a person as they are when they read, which may be later than
 * their place. A place from before the last recorded loss is refused, and one in the feed also when its event is not
 * there, which is then recorded. A reader who is refused begins anew.
 *
 * COMMITS bounds the commits of all kinds, and FAILOVERS the fail-overs. Reads have no bound. Places and stamps are in
 * halves: 2t is the commit at t, and 2t + 1 is behind it.
 *
 * What must hold, when each process has recorded what it knows to be lost:
 *   LIST         a copy by a walk has each person as they are, but for changes behind the end of the walk
 *   FEED         a copy by the feed has each person as they are, when there is no further event
 *
 * Each name that `#ifdef` asks for, but for TRACE, is a mistake that the exploration must find. DIES and UNANSWERED are
 * not mistakes of the rules, but what they do not cover. LIST_ALONE and FEED_ALONE leave out a reader: with both there
 * are too many states. NEAR lets every loss widen the one before. With TRACE a random run prints its steps.
 */
#ifndef COMMITS
#define COMMITS 5
#endif
#ifndef FAILOVERS
#define FAILOVERS 2
#endif
#ifdef TRACE
#define FIRST 2  /* commits that are there before the run, one of each person and process, and are not lost */
#define FEWEST 1 /* that a fail-over loses */
#else
#define FIRST 0
#define FEWEST 0
#endif

#define bit(t) (1 << (t))
#define in(set, t) (((set) >> (t)) & 1)

byte now, failOvers;
int there, records; /* commits */
int changes[2];     /* commits, by what they change */
/* Of a record of a loss: the loss that it makes or widens, what it adds to its span, and whether it refuses places. */
byte loss[COMMITS + 1], from[COMMITS + 1], upTo[COMMITS + 1];
bool refuses[COMMITS + 1];

/* What each process knows. */
int knows[3]; /* its commits that were answered, and are not known to be lost */
bool mustLook[3];

/* What the readers have; of a person, the last commit, 0: nothing. */
byte since, until, after; /* of a walk that is not over, the place of its end, and of its first page */
byte listed[2];
bool isFollowing;
byte place, known; /* the event, and the place up to which commits were lost then */
byte waiting;      /* people who are to be read */
byte followed[2];

byte t, last, latest[2], lost, rFrom, rUpTo, r, i; /* within a d_step */
bool isWithin;
int some;

#define all (changes[0] | changes[1])
#define hasAll (((knows[1] | knows[2]) & ~there) == 0)
#define isRecord(t) in(there & records, t)

#ifdef TRACE
byte losses, count[3];
#define step(...) \
  findLost(); findLatest(now); losses = 0; count[1] = 0; count[2] = 0; \
  for (t : 1 .. now) { \
    if :: isRecord(t) && loss[t] == t -> losses++ :: else fi; \
    count[1] = count[1] + in(knows[1], t); count[2] = count[2] + in(knows[2], t) \
  } \
  printf(__VA_ARGS__); \
  printf(",\"after\":{\"commits\":%d,\"stored\":[%d,%d],\"losses\":%d,\"refused\":%d,", now, latest[0], latest[1], \
    losses, lost / 2); \
  printf("\"listed\":[%d,%d],\"followed\":[%d,%d],\"remembered\":[%d,%d]}}\n", listed[0], listed[1], followed[0], \
    followed[1], count[1], count[2]); \
  losses = 0; count[1] = 0; count[2] = 0; clear()
#else
#define step(...) clear()
#endif

inline clear() {
  t = 0; last = 0; latest[0] = 0; latest[1] = 0; lost = 0; rFrom = 0; rUpTo = 0; r = 0; i = 0; isWithin = false;
  some = 0
}

/* `t` is the last one of these up to some time; 0: there is none. */
inline findLast(set, most) {
  t = most;
  do
  :: t > 0 && !in(set, t) -> t--
  :: else -> break
  od
}

/* The last commit of each person up to some time, and of all. */
inline findLatest(most) {
  findLast(there & changes[0], most); latest[0] = t;
  findLast(there & changes[1], most); latest[1] = t;
  last = (latest[0] > latest[1] -> latest[0] : latest[1])
}

/* Up to which place commits were lost; 0: none were. */
inline findLost() {
  lost = 0;
  for (t : 1 .. now) { if :: isRecord(t) && refuses[t] -> lost = 2 * t :: else fi }
}

#ifdef LOST_ALONE /* only places of the lost time are refused */
inline findRefused(at) {
  isWithin = false;
  for (t : 1 .. now) { if :: isRecord(t) && refuses[t] && from[t] <= at && at <= 2 * t -> isWithin = true :: else fi }
}
#else
#define findRefused(at) isWithin = (at != 0 && at <= lost)
#endif

inline commit(set) {
  now++; there = there | bit(now); knows[me] = knows[me] | bit(now); set = set | bit(now)
}

/* The span of the loss is set, at the time that comes next. What touches a known loss widens that one. */
inline record() {
  for (t : 1 .. now) {
    if
    :: isRecord(t) && loss[t] == t ->
      rFrom = from[t]; rUpTo = upTo[t];
      for (i : t + 1 .. now) {
        if
        :: isRecord(i) && loss[i] == t ->
          rFrom = (from[i] < rFrom -> from[i] : rFrom); rUpTo = (upTo[i] > rUpTo -> upTo[i] : rUpTo)
        :: else
        fi
      }
#ifdef NEAR /* all within some seconds */
      r = t
#else
      if :: rFrom <= upTo[now + 1] + 1 && rUpTo + 1 >= from[now + 1] -> r = t :: else fi
#endif
    :: else
    fi
  }
  isWithin = false;
  for (t : 1 .. now) {
#ifdef WIDENED_ALONE /* what widens a loss refuses nothing more */
    if :: isRecord(t) && refuses[t] && loss[t] == r -> isWithin = true :: else fi
#else
    if :: isRecord(t) && refuses[t] && loss[t] == r && 2 * t >= upTo[now + 1] -> isWithin = true :: else fi
#endif
  }
  loss[now + 1] = (r == 0 -> now + 1 : r);
  refuses[now + 1] = !isWithin;
  commit(records);
#ifdef RECORD_FORGOTTEN /* a process does not remember the commit that records */
  knows[me] = knows[me] & ~bit(now)
#endif
}

/* Before anything else on a new connection. */
inline look() {
  mustLook[me] = false;
  some = knows[me] & ~there;
  if
  :: some != 0 ->
    for (t : 1 .. now) {
      if
      :: in(some, t) ->
        if :: from[now + 1] == 0 -> from[now + 1] = 2 * t :: else fi;
        upTo[now + 1] = 2 * t
      :: else
      fi
    }
    knows[me] = knows[me] & there;
    record();
    step("{\"call\":\"look\",\"process\":%d,\"isFound\":true", me)
  :: else ->
    step("{\"call\":\"look\",\"process\":%d,\"isFound\":false", me)
  fi
}

inline list() {
  findLost();
  rFrom = (until == 0 -> since : until);
  findRefused(rFrom);
  if
  :: isWithin ->
    since = 0; until = 0; after = 0; listed[0] = 0; listed[1] = 0;
    step("{\"call\":\"list\",\"process\":%d,\"isRefused\":true", me)
  :: else ->
    isWithin = (until != 0); /* whether it is the second page */
    rFrom = (until == 0 -> since : after);
    if
    :: until == 0 -> findLatest(now); until = (last == 0 || 2 * last > lost -> 2 * last : lost + 1)
    :: else -> findLatest(until / 2)
    fi;
    /* The person who comes first, as they are now; another one is for the next page. */
    i = (latest[0] < latest[1] -> 0 : 1);
    if :: 2 * latest[i] <= rFrom -> i = 1 - i :: else fi;
    if
    :: 2 * latest[i] > rFrom ->
      rUpTo = 2 * latest[i];
      if :: !isWithin && 2 * latest[1 - i] > rUpTo -> after = rUpTo :: else -> after = 0 fi;
      findLatest(now); listed[i] = latest[i]
    :: else -> after = 0
    fi;
    if
    :: after == 0 ->
#ifdef LED_BACK /* the next place is behind the last change, also when that is before the place that was sent */
      since = until;
#else
      since = (until > since -> until : since);
#endif
      until = 0;
      findLatest(now);
      assert(!hasAll || ((2 * latest[0] > since || listed[0] == latest[0]) &&
        (2 * latest[1] > since || listed[1] == latest[1]))) /* LIST */
    :: else
    fi;
    step("{\"call\":\"list\",\"process\":%d,\"isRefused\":false", me)
  fi
}

#ifdef LOST_ALONE
#define isOld false
#else
#define isOld (lost > known)
#endif

inline beginAnew() {
  isFollowing = false; place = 0; known = 0; waiting = 0; followed[0] = 0; followed[1] = 0
}

inline follow() {
  findLost(); findLatest(now);
  if
  :: !isFollowing ->
    isFollowing = true; place = last; known = lost; waiting = 3;
    step("{\"call\":\"follow\",\"process\":%d,\"isRefused\":false,\"isNoticed\":false", me)
  :: isFollowing && (isOld || (place != 0 && !in(there, place))) ->
    if
    :: lost > known ->
      beginAnew();
      step("{\"call\":\"follow\",\"process\":%d,\"isRefused\":true,\"isNoticed\":false", me)
    :: else ->
      findLast(there & all, place);
      from[now + 1] = (t == 0 -> 2 * place : 2 * t + 1); upTo[now + 1] = 2 * place;
      record(); beginAnew();
      step("{\"call\":\"follow\",\"process\":%d,\"isRefused\":true,\"isNoticed\":true", me)
    fi
  :: else ->
    assert(!hasAll || waiting != 0 || place != last ||
      (followed[0] == latest[0] && followed[1] == latest[1])); /* FEED */
    waiting = waiting | (latest[0] > place -> 1 : 0) | (latest[1] > place -> 2 : 0);
    place = last;
    step("{\"call\":\"follow\",\"process\":%d,\"isRefused\":false,\"isNoticed\":false", me)
  fi
}

inline read() {
  i = (waiting & 1 -> 0 : 1);
  waiting = waiting & ~(i + 1);
  findLatest(now);
  followed[i] = latest[i];
  step("{\"call\":\"read\",\"process\":%d", me)
}

#define mayCommit (now < COMMITS)
#ifdef TRACE
#define mayRead mayCommit
#else
#define mayRead true
#endif

proctype process(byte me) {
end:
  do
  :: d_step { mustLook[me] && mayCommit -> look() }
  :: d_step { !mustLook[me] && mayCommit -> commit(changes[0]);
      step("{\"call\":\"change\",\"process\":%d,\"item\":0", me) }
  :: d_step { !mustLook[me] && mayCommit -> commit(changes[1]);
      step("{\"call\":\"change\",\"process\":%d,\"item\":1", me) }
#ifndef FEED_ALONE
  :: d_step { !mustLook[me] && mayRead -> list() }
#endif
#ifndef LIST_ALONE
  :: d_step { !mustLook[me] && mayCommit -> follow() }
  :: d_step { !mustLook[me] && mayRead && waiting != 0 -> read() }
#endif
#ifdef DIES /* it forgets its commits, just when a server is lost */
  :: d_step { mustLook[me] -> mustLook[me] = false; knows[me] = 0 }
#endif
#ifdef UNANSWERED /* the answer to its last commit was lost */
  :: d_step { mustLook[me] -> findLast(knows[me], now); knows[me] = knows[me] & ~bit(t); clear() }
#endif
  od
}

/* Another server takes over, which lacks the last commits. */
proctype failOver() {
  byte k;
end:
  do
  :: atomic {
      failOvers < FAILOVERS && now > FIRST -> select(k : FEWEST .. now - FIRST);
      d_step {
        failOvers++;
        findLast(there, now);
        do
        :: t > FIRST && k > 0 -> there = there & ~bit(t); k--; findLast(there, now)
        :: else -> break
        od;
        mustLook[1] = true; mustLook[2] = true; k = t;
        step("{\"call\":\"failOver\",\"kept\":%d", k); k = 0
      }
    }
#ifdef TRACE /* else all of them would be among the first steps */
  :: skip :: skip :: skip
#endif
  od
}

init {
  atomic {
#ifdef TRACE
    byte me;
    for (me : 1 .. FIRST) { commit(changes[me - 1]) }
#endif
    run process(1); run process(2); run failOver()
  }
}
