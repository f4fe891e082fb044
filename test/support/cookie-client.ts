/** A browser without scripts: it keeps cookies. */
export class CookieClient {
  private readonly cookies = new Map<string, string>();

  /** Visits an address, or posts a form there, and follows no redirection. */
  async visit(address: string | URL, form?: URLSearchParams): Promise<Response> {
    const answer = await fetch(address, {
      method: form === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { body: form }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.cookies.set(name, value);
    }
    return answer;
  }
}
