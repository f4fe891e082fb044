import { CHANGE_KINDS, type ChangeKind, type Did, kindsOf, type RunPart } from '../history/run-part.js';

/** How many people one value of a filter has. */
export interface KindCount {
  readonly kind: ChangeKind;
  readonly people: number;
}

export interface FieldCount {
  readonly field: string;
  readonly people: number;
}

/** What was done to some people. Most people of a run share what was done to them with many others. */
interface Done {
  readonly kinds: ReadonlySet<ChangeKind>;
  readonly fields: ReadonlySet<string>;
  people: number;
}

function textOf(kinds: Iterable<string>, fields: Iterable<string>): string {
  return `${[...kinds].sort().join(' ')} ${[...fields].sort().join(' ')}`;
}

/** Counts the people of a run by what was done to them, in the order in which the entries come. */
export class RunPeopleTally {
  private readonly known = new Map<string, Done>();
  private readonly byEntry = new Map<string, Done>();
  private readonly byPerson = new Map<string, Done>();

  add(userId: string, did: Did): void {
    const before = this.byPerson.get(userId);
    const after = before === undefined ? this.firstOf(did) : this.joined(before, did);
    if (before === after) return;
    if (before !== undefined) before.people -= 1;
    after.people += 1;
    this.byPerson.set(userId, after);
  }

  /** People in the part; those of each kind, with its field; and those of each field, with its kind. */
  counts({ kind, field }: Pick<RunPart, 'kind' | 'field'>): {
    readonly people: number;
    readonly kinds: KindCount[];
    readonly fields: FieldCount[];
  } {
    const all = [...this.known.values()];
    const hasField = ({ fields }: Done): boolean => field === undefined || fields.has(field);
    const hasKind = ({ kinds }: Done): boolean => kind === undefined || kinds.has(kind);
    const [withField, withKind] = [all.filter(hasField), all.filter(hasKind)];
    const sum = (some: readonly Done[]): number => some.reduce((total, { people }) => total + people, 0);
    const names = [...new Set(withKind.flatMap(({ fields }) => [...fields]))];
    return {
      people: sum(withField.filter(hasKind)),
      kinds: CHANGE_KINDS.map((one) => ({
        kind: one,
        people: sum(withField.filter(({ kinds }) => kinds.has(one))),
      })).filter(({ people }) => people > 0),
      fields: names
        .map((one) => ({ field: one, people: sum(withKind.filter(({ fields }) => fields.has(one))) }))
        .filter(({ people }) => people > 0)
        .sort((one, other) => other.people - one.people || (one.field < other.field ? -1 : 1)),
    };
  }

  /** Of a person's first entry; called for each person of a run, so it creates nothing that is known. */
  private firstOf(did: Did): Done {
    const text = `${did.kind} ${did.status} ${did.fields.join(' ')}`;
    const done = this.byEntry.get(text) ?? this.of(kindsOf(did), did.fields);
    this.byEntry.set(text, done);
    return done;
  }

  private joined(before: Done, did: Did): Done {
    const kinds = kindsOf(did);
    const isKnown =
      kinds.every((kind) => before.kinds.has(kind)) && did.fields.every((field) => before.fields.has(field));
    return isKnown ? before : this.of([...before.kinds, ...kinds], [...before.fields, ...did.fields]);
  }

  private of(kinds: readonly ChangeKind[], fields: readonly string[]): Done {
    const done = { kinds: new Set(kinds), fields: new Set(fields), people: 0 };
    const text = textOf(done.kinds, done.fields);
    const known = this.known.get(text) ?? done;
    this.known.set(text, known);
    return known;
  }
}
