import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { HttpModule } from '../http/server/http.module.js';
import { User } from '../users/model/user.entity.js';
import { UsersModule } from '../users/users.module.js';
import { BulkController } from './bulk/bulk.controller.js';
import { BulkService } from './bulk/bulk.service.js';
import { DiscoveryController } from './discovery/discovery.controller.js';
import { GroupLeavers } from './groups/group-leavers.js';
import { GroupsController } from './groups/groups.controller.js';
import { GroupsListService } from './groups/groups-list.service.js';
import { GroupsPresenter } from './groups/groups-presenter.js';
import { GroupsRepository } from './groups/groups.repository.js';
import { GroupsService } from './groups/groups.service.js';
import { MembersRepository } from './groups/members.repository.js';
import { PersonGroups } from './groups/person-groups.js';
import { ScimGroup } from './groups/scim-group.entity.js';
import { PageCursors } from './listing/page-cursors.js';
import { PeopleListRepository } from './people/list/people-list.repository.js';
import { PeopleListService } from './people/list/people-list.service.js';
import { SearchController } from './search/search.controller.js';
import { SearchService } from './search/search.service.js';
import { LinksRepository } from './links/links.repository.js';
import { ScimLink } from './links/scim-link.entity.js';
import { OAuthController } from './oauth/oauth.controller.js';
import { OAuthService } from './oauth/oauth.service.js';
import { PeoplePresenter } from './people/people-presenter.js';
import { PeopleController } from './people/people.controller.js';
import { PeopleRepository } from './people/people.repository.js';
import { PeopleService } from './people/people.service.js';
import { PeopleReader } from './people/people-reader.js';
import { PersonWriter } from './people/person-writer.js';
import { UnknownScimRoutesController } from './protocol/unknown-scim-routes.controller.js';

/** The interface for identity providers (contract, section 10). */
@Module({
  imports: [HttpModule, UsersModule, TypeOrmModule.forFeature([ScimLink, ScimGroup, User])],
  controllers: [
    PeopleController,
    GroupsController,
    BulkController,
    SearchController,
    DiscoveryController,
    OAuthController,
    UnknownScimRoutesController,
  ],
  providers: [
    LinksRepository,
    PeopleRepository,
    PeopleReader,
    PeoplePresenter,
    PersonWriter,
    PeopleService,
    PageCursors,
    PeopleListRepository,
    PeopleListService,
    OAuthService,
    GroupsRepository,
    MembersRepository,
    GroupLeavers,
    GroupsPresenter,
    GroupsService,
    GroupsListService,
    BulkService,
    PersonGroups,
    SearchService,
  ],
})
export class ScimModule {}
