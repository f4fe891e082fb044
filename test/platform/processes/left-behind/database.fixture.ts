import { OwnDatabase } from '../../../support/own-database.js';
import { TestService } from '../../../support/service.js';

it('leaves a database', async () => {
  const service = await TestService.start({ DATABASE_URL: new OwnDatabase('forgotten').url });
  await service.stop();
});
