import { ListSortedBy } from '../../http/lists/list-query.js';

export class DropsQueryDto extends ListSortedBy('folder') {}
