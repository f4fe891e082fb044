import { isRefusal, isUnreachable, messageOf } from '../api/http';
import { inBatches, type Result, type Sent } from './batches';

/** No call after such an error would be answered otherwise. */
function endsAll(error: unknown): boolean {
  return isUnreachable(error) || isRefusal(error, 'MISSING_CREDENTIALS');
}

/** One after the other, each with its own result: one that is refused does not end the rest. */
export function oneByOne(ids: readonly string[], work: (id: string) => Promise<unknown>): Promise<Sent> {
  const send = async ([id = '']: readonly string[]): Promise<[Result]> => {
    try {
      await work(id);
      return [{ ok: true }];
    } catch (error) {
      if (endsAll(error)) throw error;
      return [{ ok: false, message: messageOf(error) }];
    }
  };
  return inBatches(ids, send, 1);
}
