import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';

/** Argon2id with 19 MiB, two passes and one lane: OWASP's first choice for it. */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The same text for both ways in which keyboards compose an accent. */
function composed(password: string): string {
  return password.normalize('NFKC');
}

/** Creates and checks the stored hashes of passwords. */
@Injectable()
export class PasswordHashes {
  private decoy: Promise<string> | undefined;

  create(password: string): Promise<string> {
    return hash(composed(password), OPTIONS);
  }

  /** Takes as long for a user without a password as for a wrong password. */
  async match(stored: string | undefined, password: string): Promise<boolean> {
    this.decoy ??= this.create('a password that no user has');
    const matches = await this.compare(stored ?? (await this.decoy), password);
    return matches && stored !== undefined;
  }

  /** The expensive part of {@link match}. */
  compare(stored: string, password: string): Promise<boolean> {
    return verify(stored, composed(password));
  }
}
