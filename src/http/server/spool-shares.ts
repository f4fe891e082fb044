/** What each tenant has of the temporary files of one kind in this process: none fills the disk for the others. */
export class SpoolShares {
  private readonly bytes = new Map<string, number>();

  /** @param most bytes of a tenant */
  constructor(private readonly most: number) {}

  /** For one file of a tenant. */
  of(tenantId: string): SpoolShare {
    return new SpoolShare(tenantId, this.most, this.bytes);
  }
}

/** The bytes of one file. */
export class SpoolShare {
  private own = 0;

  constructor(
    private readonly tenantId: string,
    private readonly most: number,
    private readonly bytes: Map<string, number>,
  ) {}

  /** Whether the tenant may have so many bytes more. */
  hasRoomFor(bytes: number): boolean {
    return this.all + bytes <= this.most;
  }

  take(bytes: number): void {
    this.own += bytes;
    this.bytes.set(this.tenantId, this.all + bytes);
  }

  /** The file is empty, or closed. */
  release(): void {
    const left = this.all - this.own;
    this.own = 0;
    if (left > 0) this.bytes.set(this.tenantId, left);
    else this.bytes.delete(this.tenantId);
  }

  private get all(): number {
    return this.bytes.get(this.tenantId) ?? 0;
  }
}
