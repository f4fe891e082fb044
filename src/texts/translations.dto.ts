import { ApiPropertyOptional } from '@nestjs/swagger';

import type { Translations } from './languages.js';

/** A text in other languages than English; one without a text for it is missing. */
export class TranslationsDto implements Translations {
  @ApiPropertyOptional({ description: 'Spanish', example: 'no es un campo conocido' })
  es?: string;
}
