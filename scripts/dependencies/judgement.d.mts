interface Judged {
  name: string;
  license?: string;
  isShipped?: boolean;
  hasInstallScript: boolean;
  known?: { lastRelease?: string; deprecated?: string };
}

export function judge(one: Judged, now: Date): { of: string; what: string; exception?: { reason: string } }[];
