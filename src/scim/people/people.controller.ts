import { PeopleListService } from './list/people-list.service.js';
import { ResourceController } from '../protocol/resource.controller.js';
import { ScimController } from '../protocol/scim-controller.js';
import { USER_TYPE } from '../schema/user.type.js';
import { CountedScimRefusals } from './counted-scim-refusals.filter.js';
import { PeopleService } from './people.service.js';

/** People, one at a time. */
@ScimController('Users', { errors: CountedScimRefusals })
export class PeopleController extends ResourceController {
  constructor(people: PeopleService, list: PeopleListService) {
    super(USER_TYPE, people, list);
  }
}
