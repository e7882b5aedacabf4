import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runOne, scriptedFetch } from '../../testing/run-one.ts';

/** An answer in the form in which its service sends it. */
const recorded = (name: string) => ({
  text: readFileSync(new URL(`recorded/${name}`, import.meta.url), 'utf8'),
});

const credentialId = '018f2f6a-0000-7000-8000-000000000001';
const secret = {
  readSecret: async ({ host }: { host: string }) => {
    expect(['serpapi.com', 'api.bing.microsoft.com']).toContain(host);
    return 'S3CRET';
  },
};
const context = (outputs: { context?: unknown }) => outputs.context;

describe('wikipedia', () => {
  it('gives articles in the order in which they fit', async () => {
    const { asked, fetch } = scriptedFetch({
      'https://fr.wikipedia.org/w/api.php': recorded('wikipedia.json'),
    });
    const { outputs, port } = await runOne('wikipedia', { language: 'fr', topN: 2 }, 'roses', { fetch });
    expect(port).toBe('out');
    expect(outputs).toMatchObject({ count: 2, results: [{ title: 'Rose' }, { title: 'Garden roses' }] });
    expect(context(outputs)).toContain('[1] Rose\nhttps://en.wikipedia.org/wiki/Rose\nA rose is a plant');
    expect(Object.fromEntries(asked[0]?.url.searchParams ?? [])).toMatchObject({
      gsrsearch: 'roses',
      gsrlimit: '2',
    });
  });
  it('finds nothing, asks about nothing, and tells of an error with status 200', async () => {
    const empty = scriptedFetch({ 'https://en': { batchcomplete: true } });
    expect((await runOne('wikipedia', {}, 'qqq', empty)).port).toBe('nothing');
    expect((await runOne('wikipedia', {}, '', {})).port).toBe('nothing');
    const wrong = scriptedFetch({
      'https://en': { error: { code: 'maxlag', info: 'Waiting for a server' } },
    });
    expect((await runOne('wikipedia', {}, 'q', wrong)).end).toMatchObject({
      failure: { code: 'flow.service_failed', detail: 'en.wikipedia.org: Waiting for a server' },
    });
  });
});

describe('pubmed', () => {
  const service = 'https://eutils.ncbi.nlm.nih.gov/entrez/eutils';
  it('reads formulas, groups of authors, seasons and one of several abstracts, as they are recorded', async () => {
    const text = `<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>7</PMID><Article><Journal><JournalIssue><PubDate><MedlineDate>2018 Jan-Feb</MedlineDate></PubDate></JournalIssue><Title>Imaging</Title></Journal><ArticleTitle>Lungs.</ArticleTitle><Abstract><AbstractText>Inhaled <mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML">
      <mml:mi>He</mml:mi>
      <mml:mn>3</mml:mn>
    </mml:math> helps.</AbstractText></Abstract><AuthorList><Author><LastName>Smith</LastName><Initials>A</Initials><AffiliationInfo><Affiliation>Leeds</Affiliation></AffiliationInfo></Author><Author><CollectiveName>Lung Network</CollectiveName></Author></AuthorList></Article><OtherAbstract Language="fre"><AbstractText>Aide.</AbstractText></OtherAbstract></MedlineCitation></PubmedArticle></PubmedArticleSet>`;
    const { fetch } = scriptedFetch({
      [`${service}/esearch`]: { esearchresult: { idlist: ['7'] } },
      [`${service}/efetch`]: { text },
    });
    expect((await runOne('pubmed', { email: 'me@example.org' }, 'lung', { fetch })).outputs.results).toEqual([
      {
        title: 'Lungs.',
        url: 'https://pubmed.ncbi.nlm.nih.gov/7/',
        snippet: 'Inhaled He 3 helps.',
        authors: ['Smith A', 'Lung Network'],
        journal: 'Imaging',
        published: '2018',
      },
    ]);
  });
  it('finds articles with their abstracts, and says who asks', async () => {
    const { asked, fetch } = scriptedFetch({
      [`${service}/esearch`]: recorded('pubmed-search.json'),
      [`${service}/efetch`]: recorded('pubmed.xml'),
    });
    const { outputs } = await runOne('pubmed', { email: 'me@example.org' }, 'asthma', { fetch });
    expect(outputs.results).toEqual([
      {
        title: 'Asthma and exercise.',
        url: 'https://pubmed.ncbi.nlm.nih.gov/31452104/',
        snippet: 'BACKGROUND: Exercise helps.\nRESULTS: p < 0.05',
        authors: ['Smith A'],
        journal: 'Journal of Asthma',
        published: '2019',
      },
    ]);
    for (const { url } of asked) expect(url.searchParams.get('email')).toBe('me@example.org');
  });
  it('needs an address, finds nothing, and tells of refusals', async () => {
    expect((await runOne('pubmed', {}, 'q')).end).toMatchObject({
      failure: { code: 'flow.wrong_option', detail: 'email' },
    });
    const run = (reply: unknown) =>
      runOne('pubmed', { email: 'me@example.org' }, 'q', scriptedFetch({ [service]: reply }));
    expect((await run(recorded('pubmed-nothing.json'))).port).toBe('nothing');
    const text = '{"error":"API rate limit exceeded","api-key":"192.0.2.1","count":"4","limit":"3"}';
    for (const status of [429, 200])
      expect((await run({ status, text })).end).toMatchObject({ failure: { code: 'flow.service_limited' } });
    const { fetch } = scriptedFetch({
      [`${service}/esearch`]: recorded('pubmed-search.json'),
      [`${service}/efetch`]: { text: '<html><p>Down for maintenance</html>' },
    });
    expect((await runOne('pubmed', { email: 'me@example.org' }, 'q', { fetch })).end).toMatchObject({
      failure: { code: 'flow.service_failed', detail: 'eutils.ncbi.nlm.nih.gov: its answer is no XML' },
    });
    expect((await run({ esearchresult: { ERROR: 'Search Backend failed' } })).end).toMatchObject({
      failure: { code: 'flow.service_failed', detail: 'PubMed: Search Backend failed' },
    });
  });
});

describe('arxiv', () => {
  const feed = (entry: string) =>
    `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title type="html">ArXiv Query</title>${entry}</feed>`;
  it('says why it was refused, as the feed of status 400 tells', async () => {
    const entry =
      '<entry><id>https://arxiv.org/api/errors#incorrect_id</id><title>Error</title><summary>incorrect id format</summary></entry>';
    const { fetch } = scriptedFetch({ 'https://export.arxiv.org': { status: 400, text: feed(entry) } });
    expect((await runOne('arxiv', {}, 'q', { fetch })).end).toMatchObject({
      failure: { code: 'flow.service_failed', detail: 'export.arxiv.org: 400 incorrect id format' },
    });
  });
  it('finds papers, sorted as wanted', async () => {
    const { asked, fetch } = scriptedFetch({ 'https://export.arxiv.org': recorded('arxiv.xml') });
    const { outputs } = await runOne('arxiv', { sortBy: 'relevance' }, 'attention (models)?', { fetch });
    expect(outputs.results).toMatchObject([
      {
        title: 'Attention Is All You Need',
        url: 'http://arxiv.org/abs/1706.03762v7',
        snippet: 'About sequence models & attention, over two lines.',
        authors: ['Ashish Vaswani', 'Noam Shazeer'],
        published: '2017-06-12T17:57:34Z',
        updated: '2023-08-02T00:41:18Z',
      },
    ]);
    expect(Object.fromEntries(asked[0]?.url.searchParams ?? [])).toMatchObject({
      sortBy: 'relevance',
      search_query: 'all:attention models',
    });
  });
  it('finds nothing, and tells of an error entry', async () => {
    const run = (entry: string) =>
      runOne('arxiv', {}, 'q', scriptedFetch({ 'https://export.arxiv.org': { text: feed(entry) } }));
    expect((await run('')).port).toBe('nothing');
    const fault =
      '<entry><id>http://arxiv.org/api/errors#incorrect_id_format</id><title>Error</title><summary>incorrect id format</summary></entry>';
    expect((await run(fault)).end).toMatchObject({ failure: { detail: 'arXiv: incorrect id format' } });
  });
});

describe('google', () => {
  const service = 'https://serpapi.com/search.json';
  const options = { credentialId, country: 'fr', language: 'fr' };
  it('searches with a stored key, which goes to no other host', async () => {
    const { asked, fetch } = scriptedFetch({
      [service]: recorded('serpapi.json'),
    });
    const { outputs } = await runOne('google', options, 'rose', { fetch, ...secret });
    expect(outputs.results).toEqual([
      { title: 'Rose', url: 'https://a.example/rose', snippet: 'Une fleur', published: '1 mai 2026' },
      { title: 'Without a snippet', url: 'https://b.example', snippet: '' },
    ]);
    expect(asked[0]).toMatchObject({ redirect: 'error' });
    expect(Object.fromEntries(asked[0]?.url.searchParams ?? [])).toMatchObject({
      api_key: 'S3CRET',
      gl: 'fr',
      hl: 'fr',
    });
  });
  it('finds nothing, and tells of a wrong key without showing it', async () => {
    const run = (reply: unknown) =>
      runOne('google', options, 'q', { ...scriptedFetch({ [service]: reply }), ...secret });
    expect((await run(recorded('serpapi-empty.json'))).port).toBe('nothing');
    expect((await run({ status: 401, text: '{"error":"Invalid API key."}' })).end).toMatchObject({
      failure: { code: 'flow.service_refused', detail: 'serpapi.com' },
    });
    expect((await run({ error: 'Your account has run out of searches.' })).end).toMatchObject({
      failure: { code: 'flow.service_failed' },
    });
    const refused = Object.assign(new Error('https://serpapi.com?api_key=S3CRET'), {
      code: 'outbound_refused',
    });
    expect(JSON.stringify((await run(refused)).end)).not.toContain('S3CRET');
  });
});

describe('bing', () => {
  const service = 'https://api.bing.microsoft.com/v7.0';
  it('searches pages and news with a subscription key', async () => {
    const { asked, fetch } = scriptedFetch({
      [`${service}/search`]: recorded('bing-pages.json'),
      [`${service}/news/search`]: recorded('bing-news.json'),
    });
    const run = async (channel: string) =>
      (await runOne('bing', { credentialId, channel }, 'rose', { fetch, ...secret })).outputs.results;
    expect(await run('webpages')).toEqual([
      { title: 'Rose', url: 'https://a.example/rose', snippet: 'A flower' },
    ]);
    expect(await run('news')).toEqual([
      {
        title: 'Roses bloom',
        url: 'https://n.example/roses',
        snippet: 'Early this year',
        published: '2026-05-01T00:00:00.0000000Z',
      },
    ]);
    expect(asked[0]?.headers['ocp-apim-subscription-key']).toBe('S3CRET');
    expect(asked[0]?.url.searchParams.get('mkt')).toBe('en-US');
  });
  it('finds nothing, and tells of refusals', async () => {
    const run = (reply: unknown) =>
      runOne('bing', { credentialId }, 'q', { ...scriptedFetch({ [service]: reply }), ...secret });
    expect((await run({ _type: 'SearchResponse' })).port).toBe('nothing');
    const denied = '{"error":{"code":"401","message":"Access denied due to invalid subscription key"}}';
    expect((await run({ status: 401, text: denied })).end).toMatchObject({
      failure: { code: 'flow.service_refused' },
    });
    const wrong = { status: 400, ...recorded('bing-error.json') };
    expect((await run(wrong)).end).toMatchObject({
      failure: {
        code: 'flow.service_failed',
        detail: 'api.bing.microsoft.com: 400 Parameter has invalid value.',
      },
    });
  });
});

describe('baidu', () => {
  const run = (reply: unknown) =>
    runOne('baidu', {}, '玫瑰', scriptedFetch({ 'https://www.baidu.com/s': reply }));
  it('reads its feed, which ends with an empty entry', async () => {
    const { outputs } = await run(recorded('baidu.txt'));
    expect(outputs.results).toEqual([
      {
        title: '玫瑰',
        url: 'https://a.example/rose',
        snippet: '一种 花 ，红色',
        published: '2023-11-14T22:13:20.000Z',
      },
    ]);
  });
  it('finds nothing, and tells where it asks for a person', async () => {
    expect((await run({ feed: { all: '0' } })).port).toBe('nothing');
    expect((await run({ text: '<html><title>百度安全验证</title></html>' })).end).toMatchObject({
      failure: { code: 'flow.service_refused', detail: 'www.baidu.com' },
    });
    expect((await run({ antiFlag: 1, feed: {} })).end).toMatchObject({
      failure: { code: 'flow.service_refused' },
    });
  });
});

describe('duckduckgo', () => {
  it('reads its page of results, without advertisements', async () => {
    const { fetch } = scriptedFetch({ 'https://html.duckduckgo.com/html/': recorded('duckduckgo.txt') });
    expect((await runOne('duckduckgo', {}, 'rose', { fetch })).outputs.results).toEqual([
      { title: 'Rose & more', url: 'https://a.example/rose', snippet: 'A rose is a flower' },
    ]);
  });
  it('reads news with the key of the question', async () => {
    const { asked, fetch } = scriptedFetch({
      'https://duckduckgo.com/news.js': recorded('duckduckgo-news.json'),
      'https://duckduckgo.com/': { text: '<script>vqd="4-123456789";</script>' },
    });
    const { outputs } = await runOne('duckduckgo', { channel: 'news' }, 'rose', { fetch });
    expect(outputs.results).toMatchObject([{ title: 'Roses', snippet: 'They bloom', source: 'The News' }]);
    expect(asked[1]?.url.searchParams.get('vqd')).toBe('4-123456789');
  });
  it('finds nothing, and tells where it wants a person', async () => {
    const run = (reply: unknown) =>
      runOne('duckduckgo', {}, 'q', scriptedFetch({ 'https://html.duckduckgo.com': reply }));
    expect((await run(recorded('duckduckgo-nothing.txt'))).port).toBe('nothing');
    expect((await run({ status: 202, text: '<div class="anomaly-modal"></div>' })).end).toMatchObject({
      failure: { code: 'flow.service_limited' },
    });
    const { fetch } = scriptedFetch({
      'https://duckduckgo.com/news.js': { status: 202, text: '' },
      'https://duckduckgo.com/': { text: 'vqd="4-1"' },
    });
    expect((await runOne('duckduckgo', { channel: 'news' }, 'q', { fetch })).end).toMatchObject({
      failure: { code: 'flow.service_limited' },
    });
  });
});

describe('weather', () => {
  const places = 'https://geocoding-api.open-meteo.com/v1/search';
  const forecast = 'https://api.open-meteo.com/v1/forecast';
  const lyon = recorded('open-meteo-place.json');
  it('tells the weather now', async () => {
    const { fetch } = scriptedFetch({ [places]: lyon, [forecast]: recorded('open-meteo-now.json') });
    const { outputs } = await runOne('weather', { place: 'Lyon' }, 'q', { fetch });
    expect(outputs).toMatchObject({
      place: 'Lyon, Auvergne-Rhône-Alpes, France',
      results: [{ weather: 'partly cloudy', temperature: 21.4, wind: 7.5 }],
    });
    expect(outputs.text).toContain('2026-05-01T12:00 · partly cloudy · 21.4 °C · 0 mm · 7.5 km/h');
  });
  it('forecasts by day, as far as the service does', async () => {
    const { asked, fetch } = scriptedFetch({ [places]: lyon, [forecast]: recorded('open-meteo-days.json') });
    const { outputs } = await runOne('weather', { place: 'Lyon', period: '30d' }, 'q', { fetch });
    expect(asked[1]?.url.searchParams.get('forecast_days')).toBe('16');
    expect(outputs.results).toMatchObject([
      { weather: 'rain', highest: 20, precipitationChance: 80 },
      { weather: 'thunderstorm', lowest: 8, precipitationChance: null },
    ]);
    await runOne('weather', { place: 'Lyon', period: '3d' }, 'q', { fetch });
    expect(asked[3]?.url.searchParams.get('forecast_days')).toBe('3');
  });
  it('knows no such place, and tells what the service says', async () => {
    const unknown = scriptedFetch({ [places]: { generationtime_ms: 0.2 } });
    expect((await runOne('weather', {}, 'Nowhere', unknown)).port).toBe('nothing');
    const wrong = scriptedFetch({
      [places]: lyon,
      [forecast]: { status: 400, text: '{"error":true,"reason":"Latitude must be in range"}' },
    });
    expect((await runOne('weather', {}, 'Lyon', wrong)).end).toMatchObject({
      failure: { detail: 'api.open-meteo.com: 400 Latitude must be in range' },
    });
  });
});
