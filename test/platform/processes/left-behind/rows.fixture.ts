import { TestService } from '../../../support/service.js';

it('leaves a row of a tenant that does not exist', async () => {
  const service = await TestService.ofWorker();
  const sql = 'INSERT INTO `programs` (`tenantId`, `programId`, `name`, `createdAt`) VALUES (?, ?, ?, NOW())';
  await service.query(sql, ['in-no-list', 'physics', 'Physics']);
});
