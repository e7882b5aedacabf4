/** What a person does at the provider's pages. */
export type Visitor = {
  /** The subject, which the provider's own sign-in page asks for. */
  login: string;
  /** Turns back at the first page instead. */
  refuses?: boolean;
};

const mostSteps = 20;

/**
 * The browser's part at a provider: follows redirects with a cookie jar of its own, fills in sign-in and consent, and
 * returns the address outside the provider to which it was sent in the end.
 */
export async function walkSignIn(start: string, visitor: Visitor): Promise<string> {
  const cookies = new Map<string, string>();
  const { origin } = new URL(start);
  let url = start;
  let form: URLSearchParams | undefined;
  for (let step = 0; step < mostSteps; step++) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: form } : {}),
    });
    form = undefined;
    keepCookies(cookies, response);
    const location = response.headers.get('location');
    const page = await response.text();
    if (location !== null) {
      url = new URL(location, url).href;
      if (new URL(url).origin !== origin) return url;
      continue;
    }
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (response.status !== 200 || !action || !prompt)
      throw new Error(`The provider shows ${response.status}: ${page.replace(/\s+/g, ' ').slice(0, 300)}`);
    url = new URL(visitor.refuses ? `${action}/abort` : action, url).href;
    if (!visitor.refuses)
      form = new URLSearchParams({ prompt, ...(prompt === 'login' ? { login: visitor.login } : {}) });
  }
  throw new Error('The provider leads nowhere');
}

function keepCookies(cookies: Map<string, string>, response: Response): void {
  for (const line of response.headers.getSetCookie()) {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value = ''] = pair.split('=', 2);
    const expires = attributes.find((item) => /^expires=/i.test(item))?.slice(8);
    if (value === '' || (expires && Date.parse(expires) < Date.now())) cookies.delete(name);
    else cookies.set(name, value);
  }
}
