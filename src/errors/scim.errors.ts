import { ScimRefusal } from './scim-refusal.js';

export class InvalidFilter extends ScimRefusal {
  readonly code = 'VALIDATION_FAILED';
  override readonly scimType = 'invalidFilter';

  /** @param problem a clause about the filter, without a full stop */
  constructor(problem: string) {
    super(`The filter cannot be used: ${problem}.`);
  }
}

export class InvalidPath extends ScimRefusal {
  readonly code = 'VALIDATION_FAILED';
  override readonly scimType = 'invalidPath';

  /** @param problem a clause about the path, without a full stop */
  constructor(problem: string) {
    super(`The path cannot be used: ${problem}.`);
  }
}

export class InvalidSyntax extends ScimRefusal {
  readonly code = 'VALIDATION_FAILED';
  override readonly scimType = 'invalidSyntax';

  /** @param problem a clause about the body, without a full stop */
  constructor(problem: string) {
    super(`The body cannot be used: ${problem}.`);
  }
}

export class InvalidValue extends ScimRefusal {
  readonly code = 'VALIDATION_FAILED';
  override readonly scimType = 'invalidValue';

  /** @param problem a clause that begins with the attribute, without a full stop */
  constructor(problem: string) {
    super(`${problem}.`);
  }
}

/** An operation on an attribute that a provider cannot change. */
export class NotMutable extends ScimRefusal {
  readonly code = 'VALIDATION_FAILED';
  override readonly scimType = 'mutability';

  constructor(attribute: string) {
    super(`The attribute ${attribute} cannot be changed.`);
  }
}

export class NoTarget extends ScimRefusal {
  readonly code = 'VALIDATION_FAILED';
  override readonly scimType = 'noTarget';

  /** @param problem a clause about the operation, without a full stop */
  constructor(problem: string) {
    super(`An operation has no target: ${problem}.`);
  }
}

/** A cursor that was changed, or that belongs to another search. */
export class InvalidCursor extends ScimRefusal {
  readonly code = 'VALIDATION_FAILED';
  override readonly scimType = 'invalidCursor';

  constructor() {
    super('The cursor must be the nextCursor of an earlier page of the same search, unchanged.');
  }
}

/** RFC 7644, 3.7.4. */
export class TooManyOperations extends ScimRefusal {
  readonly code = 'PAYLOAD_TOO_LARGE';

  constructor(most: number) {
    super(`A bulk request has at most ${most} operations; send less at once.`);
  }
}

/** A filter for which too many people would have to be read. */
export class TooMany extends ScimRefusal {
  readonly code = 'VALIDATION_FAILED';
  override readonly scimType = 'tooMany';

  constructor(most: number) {
    super(
      `More than ${most} people would have to be searched; add a condition on userName, externalId, id, ` +
        'emails.value, active or meta.lastModified with "and".',
    );
  }
}

/** A filter for which too many groups would have to be read. */
export class TooManyGroups extends ScimRefusal {
  readonly code = 'VALIDATION_FAILED';
  override readonly scimType = 'tooMany';

  constructor(most: number) {
    super(
      `More than ${most} groups would have to be searched; add a condition on displayName, externalId, id or ` +
        'members.value with "and".',
    );
  }
}

/** Groups whose members are too many for one answer or one search. */
export class TooManyMembers extends ScimRefusal {
  readonly code = 'VALIDATION_FAILED';
  override readonly scimType = 'tooMany';

  constructor(most: number) {
    super(
      `More than ${most} members would have to be read; ask for less groups at once, leave the members out with ` +
        'excludedAttributes, or name them in the filter as in members.value eq "950000001".',
    );
  }
}

/** Operations of a PATCH for which too many values would have to be tried. */
export class TooManySearched extends ScimRefusal {
  readonly code = 'VALIDATION_FAILED';
  override readonly scimType = 'tooMany';

  constructor(most: number) {
    super(
      `The operations would look at more than ${most} values; name members of a group in a list or as in ` +
        'members[value eq "950000001"], or send less operations at once.',
    );
  }
}

/** Another resource of the connection has this value. */
export class NotUnique extends ScimRefusal {
  readonly code = 'IDENTITY_CONFLICT';
  override readonly scimType = 'uniqueness';

  /** @param problem what is taken by which resource; a clause without a full stop */
  constructor(problem: string) {
    super(`${problem}; nothing was changed.`);
  }
}

/** The resource is unknown to the connection, or it has given it up. */
export class ResourceNotFound extends ScimRefusal {
  readonly code = 'NOT_FOUND';

  constructor(type: string, id: string) {
    super(`There is no ${type} with the id ${id.slice(0, 64)}.`);
  }
}

/** The resource has another version than the caller's If-Match says. */
export class VersionDiffers extends ScimRefusal {
  readonly code = 'PRECONDITION_FAILED';

  constructor() {
    super('The resource was changed since the version in If-Match; read it again.');
  }
}

/** Administrators are changed by connections only that may make people administrators. */
export class ReadOnlyPerson extends ScimRefusal {
  readonly code = 'INSUFFICIENT_SCOPE';

  constructor(role: string) {
    super(`This person has the role ${role}, which this connection may not change; ask an administrator.`);
  }
}

/** A write of a person who came from another source, by a connection that takes no one over. */
export class NotTakenOver extends ScimRefusal {
  readonly code = 'INSUFFICIENT_SCOPE';

  constructor(id: string) {
    super(
      `The person ${id} came from another source, and this connection takes no such person over; ask an administrator.`,
    );
  }
}

/** RFC 7644, section 4: what the service can do is not filtered. */
export class FilterNotAllowed extends ScimRefusal {
  readonly code = 'INSUFFICIENT_SCOPE';

  constructor() {
    super('This address takes no filter; leave it out.');
  }
}
