import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { HttpModule } from '../http/server/http.module.js';
import { User } from '../users/model/user.entity.js';
import { UsersModule } from '../users/users.module.js';
import { DiscoveryController } from './discovery/discovery.controller.js';
import { PeopleListRepository } from './listing/people-list.repository.js';
import { PeopleListService } from './listing/people-list.service.js';
import { LinksRepository } from './links/links.repository.js';
import { ScimLink } from './links/scim-link.entity.js';
import { OAuthController } from './oauth/oauth.controller.js';
import { OAuthService } from './oauth/oauth.service.js';
import { PeoplePresenter } from './people/people-presenter.js';
import { PeopleController } from './people/people.controller.js';
import { PeopleRepository } from './people/people.repository.js';
import { PeopleService } from './people/people.service.js';
import { PersonWriter } from './people/person-writer.js';
import { UnknownScimRoutesController } from './protocol/unknown-scim-routes.controller.js';

/** The interface for identity providers (contract, section 10). */
@Module({
  imports: [HttpModule, UsersModule, TypeOrmModule.forFeature([ScimLink, User])],
  controllers: [PeopleController, DiscoveryController, OAuthController, UnknownScimRoutesController],
  providers: [
    LinksRepository,
    PeopleRepository,
    PeoplePresenter,
    PersonWriter,
    PeopleService,
    PeopleListRepository,
    PeopleListService,
    OAuthService,
  ],
})
export class ScimModule {}
