import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The box has the ID of each submission of the person, which 64 KiB may not hold. */
export class WidenErasureKeys1795190497200 implements MigrationInterface {
  name = 'WidenErasureKeys1795190497200';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE `erasures` MODIFY `sealedKeys` mediumblob NULL');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE `erasures` MODIFY `sealedKeys` blob NULL');
  }
}
