import { sentence } from '../texts/sentence.js';
import { Refusal } from './refusal.js';

/** Also for a private view of another administrator: that there is one is not said. */
export class ViewNotFound extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super('There is no view with that ID: it was deleted, or it is private to another administrator.');
  }
}

export class ViewNameTaken extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor(name: string, isShared: boolean) {
    super(
      sentence(
        isShared
          ? 'A shared view of this list has the name {name}; choose another name, or change that view.'
          : 'Another of your own views of this list has the name {name}; choose another name, or change that view.',
        { name },
      ),
    );
  }
}

export class TooManyViews extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor(most: number, isShared: boolean) {
    super(
      sentence(
        isShared
          ? 'There are {most} shared views, and no more are possible; delete one first.'
          : 'You have {most} views of your own, and no more are possible; delete one first.',
        { most },
      ),
    );
  }
}

export class ViewOfAnother extends Refusal {
  readonly code = 'INSUFFICIENT_SCOPE';

  constructor() {
    super(
      'Its owner and users with the role administrator change a shared view; save a view of your own instead.',
    );
  }
}

export class OnlyOwnersWithdraw extends Refusal {
  readonly code = 'INSUFFICIENT_SCOPE';

  constructor() {
    super('Only its owner can make a shared view private; you may change or delete it.');
  }
}
