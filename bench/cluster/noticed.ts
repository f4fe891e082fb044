/** A loss of commits as an instance of the service logged it. */
export interface LoggedLoss {
  readonly from: string;
  readonly until: string;
  readonly commits: number;
}

/** What the service itself noticed of lost commits. */
export interface Noticed {
  /** Answers 410 to readers whose place is lost. */
  readonly lostPlaces: number;
  readonly logged: readonly LoggedLoss[];
  /** Rows of `commit_losses`: several processes add to one. */
  readonly recorded: number;
}

/** @param log of an instance, a JSON object a line; the server's own lines may be between them */
export function lossesIn(log: string): LoggedLoss[] {
  return log.split('\n').flatMap((line) => {
    if (!line.includes('"commits were lost"')) return [];
    const { from, until, commits } = JSON.parse(line) as Record<string, unknown>;
    return [{ from: String(from), until: String(until), commits: Number(commits) }];
  });
}

export function isNoticed({ lostPlaces, logged, recorded }: Noticed): boolean {
  return lostPlaces + logged.length + recorded > 0;
}

/** Whether the service noticed what is missing, in a line. @param missing how much of what was acknowledged */
export function noticedLine(missing: number, noticed: Noticed): string {
  const { lostPlaces, logged, recorded } = noticed;
  const losses = logged.map(({ from, until, commits }) => `; ${commits} commits of ${from} to ${until}`);
  const verdict =
    missing > 0
      ? `The service ${isNoticed(noticed) ? 'noticed' : 'did NOT notice'} that commits are lost`
      : isNoticed(noticed)
        ? 'The service says that commits are lost, and nothing acknowledged is missing'
        : 'The service says that no commit is lost';
  const counts = `${lostPlaces} answers 410, ${logged.length} log lines, ${recorded} rows of commit_losses`;
  return `${verdict}: ${counts}${losses.join('')}.\n`;
}
