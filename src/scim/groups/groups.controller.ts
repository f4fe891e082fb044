import { LARGEST_BODY_KIB } from '../discovery/discovery.js';
import { ResourceController } from '../protocol/resource.controller.js';
import { ScimController } from '../protocol/scim-controller.js';
import { GROUP_TYPE } from '../schema/group.type.js';
import { GroupsListService } from './groups-list.service.js';
import { GroupsService } from './groups.service.js';

/** Groups of a connection. */
@ScimController('Groups', { limitKiB: LARGEST_BODY_KIB })
export class GroupsController extends ResourceController {
  constructor(groups: GroupsService, list: GroupsListService) {
    super(GROUP_TYPE, groups, list);
  }
}
