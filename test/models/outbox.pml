/*
 * Review events and their outbox (docs/decisions/0015-review-outbox.md, contract sections 4 and 9).
 *
 * Two processes move one submission, and each may die between any two steps; it starts anew and remembers nothing. A
 * move to approved or closed is an event, which is delivered to the queue by the process that made it, or by a sweep.
 * A handler may fail. Another system reports an approval by an event of its own, and sends it, also twice at once,
 * until it is answered. A connector takes what is queued, so that an event that is delivered once more would queue it
 * once more.
 *
 * A d_step is a transaction, or a part of one up to a point where the process may die: its locks are then released,
 * and what it wrote is gone. EVENTS bounds how many moves to approved or closed there are; deaths, failures, sweeps
 * and repeated sendings have no bound.
 *
 * What must hold:
 *   NOT LOST     an event whose move is committed waits, is dead-lettered, or has had its effect
 *   ONCE         an event has its effect on the queue once
 *   APPLIED      an event of another system that was answered was applied, once
 *   NOT STUCK    when nothing else can happen, no event waits
 *
 * Each name that `#ifdef` asks for, but for TRACE, is a mistake that the exploration must find. With TRACE a random
 * run prints its steps; then every call is one step, as in a test that calls the service.
 */
#ifndef EVENTS
#define EVENTS 3
#endif
#define PROCESSES 2
#ifdef TRACE
#define MOST_ATTEMPTS 10 /* that of the service */
#define CALL atomic
#define step(...) printf(__VA_ARGS__); \
  printf(",\"after\":{\"submission\":\"%e\",\"item\":\"%e\",\"waiting\":%d,\"queuedTimes\":%d}}\n", submission, item, \
    waits, queuedTimes)
#define count(what, by) what = what + by
#define mayRefuse isRefusing
#define mayWork (!isRefusing) /* a handler refuses all events of a sweep, or none */
#define mayChange if :: isRefusing = true :: isRefusing = false :: isRefusing = false fi
byte waits, queuedTimes;
bool isRefusing;
#else
#define MOST_ATTEMPTS 2
#define CALL
#define step(...) skip
#define count(what, by) skip
#define mayRefuse true
#define mayWork true
#define mayChange skip
#endif

mtype = {
  submitted, approved, closed, not_queued, queued, sent, none, waiting, dead, removed, delivered, refused, died
};

mtype submission = submitted;
mtype item = not_queued;
mtype row[EVENTS] = none; /* of the outbox */
byte attempts[EVENTS];
byte holder[EVENTS];      /* the process that has locked the row */
bool isMoved[EVENTS];     /* whether the move of the event is committed */
bool isDone[EVENTS];      /* whether it has had its effect */
byte written;             /* events */
bool isHeard, isApplied, isAnswered; /* the event of another system */

#define NOTHING 255 /* no event */

/* In the transaction of a move. */
inline move(to) {
  submission = to;
  if
  :: to != submitted ->
    e = written; written++; isMoved[e] = true;
#ifndef EVENT_APART
    row[e] = waiting; count(waits, 1)
#endif
  :: else
  fi
}

inline haveEffect() {
  assert(!isDone[e]); /* ONCE */
  isDone[e] = true;
  if
  :: item != queued -> item = queued; count(queuedTimes, 1)
  :: else
  fi
}

inline remove() { row[e] = removed; holder[e] = 0; count(waits, -1) }

inline noteFailure() {
  if
  :: row[e] == waiting ->
    attempts[e] = seen + 1;
    if :: attempts[e] >= MOST_ATTEMPTS -> row[e] = dead :: else fi
  :: else
  fi
}

#define mayDie if :: true :: true -> how = died fi

/* Takes the event e, delivers and removes it. It had failed `seen` times when it was read. */
inline deliver() {
  d_step {
    isMine = (e != NOTHING && how != died && row[e] == waiting && attempts[e] == seen && holder[e] == 0);
#ifdef NO_LOCK /* the row is read, and not locked */
    isMine = (e != NOTHING && how != died && row[e] == waiting);
#else
    if :: isMine -> holder[e] = me :: else fi
#endif
  }
  if
  :: !isMine
#ifdef REMOVED_FIRST /* in a transaction of its own */
  :: isMine -> d_step { remove() }; mayDie; d_step { if :: how != died -> haveEffect() :: else fi }
#else
#ifdef REMOVED_LAST /* in a transaction of its own */
  :: isMine -> d_step { haveEffect() }; mayDie; d_step { if :: how != died -> remove() :: else -> holder[e] = 0 fi }
#else
  :: d_step { isMine && mayWork -> haveEffect(); remove() }
#endif
#endif
  :: d_step { isMine && mayRefuse -> holder[e] = 0; how = refused }; d_step { noteFailure() }
#ifndef TRACE /* there it dies before a delivery, which is the same to the database */
  :: d_step { isMine -> holder[e] = 0; how = died }
#endif
  fi
}

/* What follows the commit of a move: its delivery, unless the process dies. */
inline afterMove() {
  mayDie; mayChange;
#ifdef EVENT_APART /* the event is written behind the commit of its move */
  d_step { if :: e != NOTHING && how != died -> row[e] = waiting; count(waits, 1) :: else fi };
#endif
  deliver()
}

inline forget() { e = NOTHING; how = delivered; seen = 0; isMine = false }

#define maySend (written < EVENTS)

inline apply() {
  assert(!isApplied); /* APPLIED */
  isApplied = true;
  if
  :: submission != approved -> move(approved)
  :: else
  fi
}

proctype process(byte me) {
  byte e = NOTHING, seen, next;
  bool isMine, isNew;
  mtype how = delivered;
end:
  do
  /* The status is read under the lock of the submission. */
  :: CALL {
    d_step { submission == submitted && maySend -> move(approved) }
    afterMove();
    d_step { step("{\"call\":\"approve\",\"process\":%d,\"end\":\"%e\"", me, how); forget() }
  }
  :: CALL {
    d_step { submission == approved && maySend -> move(closed) }
    afterMove();
    d_step { step("{\"call\":\"close\",\"process\":%d,\"end\":\"%e\"", me, how); forget() }
  }
  :: d_step { submission == approved -> move(submitted); step("{\"call\":\"reopen\"") }
  /* The event of another system, which sends it until it is answered, also to both processes at once. */
  :: CALL {
#ifdef HEARD_APART /* its ID is remembered in a transaction of its own */
    d_step { !isAnswered && maySend -> isNew = !isHeard; isHeard = true };
    mayDie;
    d_step { if :: isNew && how != died -> apply() :: else fi };
#else
    d_step {
      !isAnswered && maySend ->
#ifdef NOT_HEARD /* its ID is not remembered */
      isNew = true;
#else
      isNew = !isHeard; isHeard = true;
#endif
      if :: isNew -> apply() :: else fi
    };
#endif
    afterMove();
    d_step {
      step("{\"call\":\"event\",\"isNew\":%d,\"process\":%d,\"end\":\"%e\"", isNew, me, how);
      if
      :: how != died -> assert(isApplied); isAnswered = true /* APPLIED */
      :: else
      fi;
      forget(); isNew = false
    }
  }
  /* A sweep reads without a lock what waits, and how often it has failed. */
  :: CALL {
#ifdef TRACE
    waits > 0; mayChange;
    do
    :: next < EVENTS && how != died -> d_step {
        if :: row[next] == waiting -> e = next; seen = attempts[next] :: else fi;
        next++
      }
      deliver();
      d_step { e = NOTHING; seen = 0; isMine = false }
    :: else -> break
    od;
#else
    if /* one at a time: to read a second one now is to be slow with it */
    :: d_step { row[0] == waiting -> e = 0; seen = attempts[0] }
    :: d_step { row[1] == waiting -> e = 1; seen = attempts[1] }
    :: d_step { row[2] == waiting -> e = 2; seen = attempts[2] }
    fi;
    deliver();
#endif
    d_step { next = 0; step("{\"call\":\"sweep\",\"process\":%d,\"end\":\"%e\"", me, how); forget() }
  }
  od
}

proctype connector() {
end:
  do
  :: d_step { item == queued -> item = sent; step("{\"call\":\"take\"") }
  od
}

#define isLost(i) (isMoved[i] && !isDone[i] && row[i] != waiting && row[i] != dead)
#define anyLost (isLost(0) || isLost(1) || isLost(2))

/* It can go on only when something is wrong, so that it adds no states. */
proctype watch() {
end:
  d_step { anyLost -> assert(false) } /* NOT LOST */
}

/* Whoever sweeps goes on until nothing waits. */
proctype rest() {
end:
  timeout -> assert(row[0] != waiting && row[1] != waiting && row[2] != waiting) /* NOT STUCK */
}

init {
  atomic {
    run process(1); run process(2); run connector();
#ifndef TRACE
    run watch(); run rest()
#endif
  }
}
