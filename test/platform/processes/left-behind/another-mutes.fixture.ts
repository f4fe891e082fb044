import { mutesTheLog } from './mutes-the-log.js';

it('finds the log as it should be, and mutes it', mutesTheLog);
