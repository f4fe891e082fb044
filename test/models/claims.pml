/*
 * Claims with leases (docs/decisions/0043-claims.md, contract section 8).
 *
 * Connectors take the items of two submissions of one student; a sweep ends leases and delays, a reviewer approves
 * changed content, and an administrator replays. Each call may be answered by another process of the service, whose
 * clock is right or SKEW ticks ahead of the database's. A process that dies before its commit has done nothing. One
 * that dies behind it, a lost answer and a connector that dies are the same: nobody knows the claim any more
 * (`forget`).
 *
 * A d_step is a transaction that holds the locks of an item and its group. What a call reads without a lock is a
 * d_step of its own, so that anything may happen between the two.
 *
 * Times are ticks from now on, and contents are only whether they have changed since they were handed out. So nothing
 * counts up, and runs of any length are explored: time, claims, replays and changes have no bound.
 *
 * What must hold stands as assertions at the places where it could break:
 *   ONE HOLDER   an item that is handed out is with no connector
 *   ENDED FIRST  a lease is ended by its holder, by an administrator, or when its time is over
 *   FENCED       a report counts only for the lease that is out
 *   IN ORDER     nothing is handed out while an earlier item of its student is processing or delayed
 *   NEWEST       an item that is sent was sent with its present content
 *
 * Each name that `#ifdef` asks for, but for TRACE, is a mistake that the exploration must find. With TRACE a random
 * run prints its steps; then every call is one step and all clocks agree, as in a test that calls the service.
 */
#ifdef TRACE
#define ITEMS 3 /* the third is of another student */
#else
#define ITEMS 2
#endif
#define CONNECTORS 2
#define LEASE 2    /* ticks */
#define DELAY 1    /* ticks */
#define ATTEMPTS 2 /* syncMaxAttempts */
#ifdef CLOCKS_DIFFER /* the service hands out nothing while its clock is wrong by more than a second */
#define SKEW 2
#else
#define SKEW 1
#endif
/* Whether one item comes before another of its student. */
#define before(one, other) ((one) / 2 == (other) / 2 && place[one] < place[other])

#ifdef TRACE
#define CALL atomic
#define anyClock ahead = 0
#define count(i) attempts[i]++; claims++; number[me] = claims
#define step(...) printf(__VA_ARGS__); printf(",\"after\":[[\"%e\",%d],[\"%e\",%d],[\"%e\",%d]]}\n", status[0], \
  attempts[0], status[1], attempts[1], status[2], attempts[2])
#else
#define CALL
#define anyClock if :: ahead = 0 :: ahead = SKEW fi
#define count(i) skip
#define step(...) skip
#endif

mtype = { queued, processing, sent, failed };

mtype status[ITEMS] = queued;
byte place[ITEMS]; /* in the queue, from 0 */
byte tries[ITEMS]; /* attempts since it was queued anew */
byte delay[ITEMS]; /* 0: none; 1: it is over, and nothing has noticed; else the ticks that are left, and 1 */
byte lease[ITEMS]; /* whose it is; 0: none is out. A connector has one at most, so that this stands for its claimId */
byte left[ITEMS];  /* ticks of that lease */

/* What the connectors know. */
byte has[CONNECTORS + 1];      /* the item, counted from 1; 0: none */
bool isChanged[CONNECTORS + 1]; /* whether the content is not what was handed out */

#ifdef TRACE
byte attempts[ITEMS], claims, number[CONNECTORS + 1];
#endif

byte j; /* of loops within a d_step */

#define NOBODY (CONNECTORS + 1) /* whose lease is out that its connector has forgotten */

#define isOver(i) (status[i] == processing && left[i] <= ahead)

inline look(i) {
  isReady = (status[i] == queued && delay[i] == 0);
  for (j : 0 .. ITEMS - 1) {
    isReady = isReady && !(before(j, i) && (status[j] == processing || delay[j] != 0))
  }
  j = 0
}

/* Whatever moves an item puts its group in order, which ends delays that are over. */
inline reorder(i) {
  for (j : 0 .. ITEMS - 1) {
    if
    :: j / 2 == i / 2 && delay[j] <= ahead + 1 -> delay[j] = 0
    :: else
    fi
  }
  j = 0
}

inline endLease(i) { lease[i] = 0; left[i] = 0 }

inline queueAnew(i) {
  endLease(i);
  status[i] = queued; delay[i] = 0; tries[i] = 0;
  for (j : 0 .. ITEMS - 1) {
    if
    :: place[j] > place[i] -> place[j]--
    :: else
    fi
  }
  j = 0; place[i] = ITEMS - 1
}

/* A lease ended without a report: the item keeps its place, and fails after too many attempts. */
inline giveBack(i) {
  endLease(i);
  status[i] = (tries[i] >= ATTEMPTS -> failed : queued)
}

inline forget() {
  if
  :: lease[has[me] - 1] == me -> lease[has[me] - 1] = NOBODY
  :: else
  fi;
  has[me] = 0; isChanged[me] = false
}

#ifdef OWN_CLOCK /* a report is taken when its own lease lasts by the clock, whatever has become of the claim */
byte own[CONNECTORS + 1];
#define noteOwn own[me] = left[i]
#define isOut (own[me] > ahead)
#else
#define noteOwn skip
#define isOut (lease[i] == me && left[i] > ahead)
#endif

inline claim() {
  CALL {
    d_step {
      k = ITEMS; i = 0;
      do
      :: i == ITEMS -> break
      :: else ->
        look(i);
        if
        :: isReady && (k == ITEMS -> true : place[i] < place[k]) -> k = i
        :: else
        fi;
        i++
      od;
      isReady = false; i = 0
    }
    /* Meanwhile others may take it, or an earlier one of its student. */
    atomic {
      anyClock;
      d_step {
        if
        :: k < ITEMS ->
          i = k; look(i);
#ifdef NO_SECOND_LOOK /* what was read without a lock is taken */
          isReady = true;
#endif
#ifdef ITEM_ALONE /* the item is looked at again, its group is not */
          isReady = (status[i] == queued && delay[i] == 0);
#endif
        :: else
        fi;
        if
        :: isReady ->
          assert(lease[i] == 0); /* ONE HOLDER */
          for (j : 0 .. ITEMS - 1) {
            assert(!before(j, i) || (status[j] != processing && delay[j] == 0)) /* IN ORDER */
          }
          j = 0;
          has[me] = i + 1; lease[i] = me; left[i] = LEASE + ahead; noteOwn;
          status[i] = processing; tries[i]++;
          reorder(i);
          count(i);
          step("{\"call\":\"claim\",\"claim\":%d,\"item\":%d", number[me], i)
        :: else ->
          step("{\"call\":\"claim\"")
        fi;
        isReady = false; i = 0; k = 0; ahead = 0
      }
    }
  }
}

inline report(outcome) {
  atomic {
    anyClock;
    d_step {
      i = has[me] - 1;
      if
      :: isOut ->
        assert(lease[i] == me && status[i] == processing); /* FENCED */
#ifdef OLD_CONTENT /* what was sent counts, although it has changed since */
#define isStale false
#else
#define isStale isChanged[me]
#endif
        if
        :: isStale -> queueAnew(i)
        :: else ->
          assert(outcome == failed || !isChanged[me]); /* NEWEST */
          endLease(i); status[i] = outcome; tries[i] = 0
        fi;
        reorder(i);
        step("{\"call\":\"%e\",\"claim\":%d,\"isLost\":false", outcome, number[me])
      :: else ->
        step("{\"call\":\"%e\",\"claim\":%d,\"isLost\":true", outcome, number[me])
      fi;
      forget(); i = 0; ahead = 0
    }
  }
}

inline extend() {
  atomic {
    anyClock;
    d_step {
      i = has[me] - 1;
      if
      :: isOut ->
        left[i] = LEASE + ahead; noteOwn;
        step("{\"call\":\"extend\",\"claim\":%d,\"isLost\":false", number[me])
      :: else ->
        step("{\"call\":\"extend\",\"claim\":%d,\"isLost\":true", number[me]);
        forget()
      fi;
      i = 0; ahead = 0
    }
  }
}

inline release() {
  atomic {
    anyClock;
    d_step {
      i = has[me] - 1;
      if
      :: isOut ->
        assert(lease[i] == me && status[i] == processing); /* FENCED */
        giveBack(i);
        if :: status[i] == queued -> delay[i] = 1 + DELAY + ahead :: else fi;
        reorder(i);
        step("{\"call\":\"release\",\"claim\":%d,\"isLost\":false", number[me])
      :: else ->
        step("{\"call\":\"release\",\"claim\":%d,\"isLost\":true", number[me])
      fi;
      forget(); i = 0; ahead = 0
    }
  }
}

proctype connector(byte me) {
  byte i, k, ahead;
  bool isReady;
end:
  do
  :: has[me] == 0 -> claim()
  :: has[me] != 0 -> extend()
  :: has[me] != 0 -> report(sent)
  :: has[me] != 0 -> report(failed)
  :: has[me] != 0 -> release()
  :: d_step { has[me] != 0 -> forget() }
  od
}

/* Every process sweeps. The locks decide between two of them, so that one is enough here. */
proctype sweep() {
  bool isFound[ITEMS];
  byte i, ahead;
end:
  do
  :: CALL {
    atomic {
      anyClock;
      d_step {
        for (i : 0 .. ITEMS - 1) { isFound[i] = isOver(i) }
        i = 0
      }
    }
    /* Meanwhile a connector may prolong its lease, or end it. */
    d_step {
      for (i : 0 .. ITEMS - 1) {
#ifdef AT_SIGHT /* what was found without a lock is ended */
        if :: isFound[i] && status[i] == processing ->
#else
        if :: isFound[i] && isOver(i) ->
#endif
          assert(left[i] <= 1); /* ENDED FIRST, to a second */
          giveBack(i)
        :: else
        fi;
        isFound[i] = false;
        reorder(i)
      }
      i = 0; ahead = 0;
      step("{\"call\":\"sweep\"")
    }
  }
  od
}

inline tick() {
  for (i : 0 .. ITEMS - 1) {
    if :: left[i] > 0 -> left[i]-- :: else fi;
    if :: delay[i] > 1 -> delay[i]-- :: else fi
  }
#ifdef OWN_CLOCK
  for (i : 1 .. CONNECTORS) {
    if :: own[i] > 0 -> own[i]-- :: else fi
  }
#endif
  i = 0;
  step("{\"call\":\"tick\"")
}

inline approve() {
  for (j : 1 .. CONNECTORS) {
    if :: has[j] == i + 1 -> isChanged[j] = true :: else fi
  }
  j = 0;
  if
  :: status[i] == sent || status[i] == failed -> queueAnew(i)
  :: else
  fi;
  reorder(i);
  step("{\"call\":\"approve\",\"item\":%d", i);
  i = 0
}

inline replay() {
  queueAnew(i); reorder(i);
  step("{\"call\":\"replay\",\"item\":%d", i);
  i = 0
}

proctype others() {
  byte i;
  byte ahead; /* always 0 */
end:
  do
  :: d_step { tick() }
  :: atomic { select(i : 0 .. ITEMS - 1); d_step { approve() } }
  :: atomic { select(i : 0 .. ITEMS - 1); d_step { replay() } }
  od
}

init {
  atomic {
    byte i;
    for (i : 0 .. ITEMS - 1) { place[i] = i }
    i = 0;
    run connector(1); run connector(2); run sweep(); run others()
  }
}
