import { describe, expect, it } from 'vitest';
import { runOne, scriptedFetch } from '../../testing/run-one.ts';

const credentialId = '018f2f6a-0000-7000-8000-000000000001';
const secret = {
  readSecret: async ({ host }: { host: string }) => {
    expect(['serpapi.com', 'api.bing.microsoft.com']).toContain(host);
    return 'S3CRET';
  },
};
const context = (outputs: { context?: unknown }) => outputs.context;

describe('wikipedia', () => {
  const pages = [
    {
      pageid: 2,
      ns: 0,
      title: 'Garden roses',
      index: 2,
      extract: 'Garden roses are hybrid roses.',
      fullurl: 'https://en.wikipedia.org/wiki/Garden_roses',
    },
    {
      pageid: 1,
      ns: 0,
      title: 'Rose',
      index: 1,
      extract: 'A rose is a plant of the genus Rosa.',
      fullurl: 'https://en.wikipedia.org/wiki/Rose',
    },
  ];
  it('gives articles in the order in which they fit', async () => {
    const { asked, fetch } = scriptedFetch({
      'https://fr.wikipedia.org/w/api.php': { batchcomplete: true, query: { pages } },
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
  const articles = `<?xml version="1.0" ?><!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">
<PubmedArticleSet><PubmedArticle><MedlineCitation Status="MEDLINE"><PMID Version="1">31452104</PMID><Article PubModel="Print"><Journal><JournalIssue CitedMedium="Internet"><PubDate><Year>2019</Year><Month>Aug</Month></PubDate></JournalIssue><Title>Journal of Asthma</Title></Journal><ArticleTitle>Asthma and <i>exercise</i>.</ArticleTitle><Abstract><AbstractText Label="BACKGROUND">Exercise helps.</AbstractText><AbstractText Label="RESULTS">p &lt; 0.05</AbstractText></Abstract><AuthorList CompleteYN="Y"><Author ValidYN="Y"><LastName>Smith</LastName><ForeName>Ann</ForeName><Initials>A</Initials></Author></AuthorList></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>`;
  it('finds articles with their abstracts, and says who asks', async () => {
    const { asked, fetch } = scriptedFetch({
      [`${service}/esearch`]: { header: {}, esearchresult: { count: '1', idlist: ['31452104'] } },
      [`${service}/efetch`]: { text: articles },
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
    expect((await run({ esearchresult: { count: '0', idlist: [] } })).port).toBe('nothing');
    expect(
      (await run({ status: 429, text: '{"error":"API rate limit exceeded","count":"4"}' })).end,
    ).toMatchObject({
      failure: { code: 'flow.service_limited' },
    });
    expect((await run({ esearchresult: { ERROR: 'Search Backend failed' } })).end).toMatchObject({
      failure: { code: 'flow.service_failed', detail: 'PubMed: Search Backend failed' },
    });
  });
});

describe('arxiv', () => {
  const feed = (entry: string) =>
    `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title type="html">ArXiv Query</title>${entry}</feed>`;
  const paper = `<entry><id>http://arxiv.org/abs/1706.03762v7</id><updated>2023-08-02T00:41:18Z</updated><published>2017-06-12T17:57:34Z</published><title>Attention Is All
  You Need</title><summary>  The dominant sequence transduction models &amp; more.
</summary><author><name>Ashish Vaswani</name></author></entry>`;
  it('says why it was refused, as the feed of status 400 tells', async () => {
    const entry =
      '<entry><id>https://arxiv.org/api/errors#incorrect_id</id><title>Error</title><summary>incorrect id format</summary></entry>';
    const { fetch } = scriptedFetch({ 'https://export.arxiv.org': { status: 400, text: feed(entry) } });
    expect((await runOne('arxiv', {}, 'q', { fetch })).end).toMatchObject({
      failure: { code: 'flow.service_failed', detail: 'export.arxiv.org: 400 incorrect id format' },
    });
  });
  it('finds papers, sorted as wanted', async () => {
    const { asked, fetch } = scriptedFetch({ 'https://export.arxiv.org': { text: feed(paper) } });
    const { outputs } = await runOne('arxiv', { sortBy: 'relevance' }, 'attention (models)?', { fetch });
    expect(outputs.results).toMatchObject([
      {
        title: 'Attention Is All You Need',
        url: 'http://arxiv.org/abs/1706.03762v7',
        snippet: 'The dominant sequence transduction models & more.',
        authors: ['Ashish Vaswani'],
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
      [service]: {
        search_metadata: { status: 'Success' },
        organic_results: [
          { position: 1, title: 'Rose', link: 'https://a.example', snippet: 'A flower', date: '1 May 2026' },
        ],
      },
    });
    const { outputs } = await runOne('google', options, 'rose', { fetch, ...secret });
    expect(outputs.results).toEqual([
      { title: 'Rose', url: 'https://a.example', snippet: 'A flower', published: '1 May 2026' },
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
    const none = { error: "Google hasn't returned any results for this query." };
    expect((await run(none)).port).toBe('nothing');
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
      [`${service}/search`]: {
        _type: 'SearchResponse',
        webPages: { value: [{ name: 'Rose', url: 'https://a.example', snippet: 'A flower' }] },
      },
      [`${service}/news/search`]: {
        _type: 'News',
        value: [
          {
            name: 'Roses <b>bloom</b>',
            url: 'https://n.example',
            description: 'Early this year',
            datePublished: '2026-05-01T00:00:00Z',
          },
        ],
      },
    });
    const run = async (channel: string) =>
      (await runOne('bing', { credentialId, channel }, 'rose', { fetch, ...secret })).outputs.results;
    expect(await run('webpages')).toEqual([{ title: 'Rose', url: 'https://a.example', snippet: 'A flower' }]);
    expect(await run('news')).toMatchObject([{ title: 'Roses bloom', published: '2026-05-01T00:00:00Z' }]);
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
    expect((await run({ status: 500, text: '{"error":{"message":"broken"}}' })).end).toMatchObject({
      failure: { code: 'flow.service_failed', detail: 'api.bing.microsoft.com: 500 broken' },
    });
  });
});

describe('baidu', () => {
  const run = (reply: unknown) =>
    runOne('baidu', {}, '玫瑰', scriptedFetch({ 'https://www.baidu.com/s': reply }));
  it('reads its feed, which ends with an empty entry', async () => {
    const entry = [
      { title: '<em>玫瑰</em>', url: 'https://a.example', abs: '一种&nbsp;花', time: 1_700_000_000 },
      {},
    ];
    const { outputs } = await run({ feed: { all: '1', entry } });
    expect(outputs.results).toEqual([
      { title: '玫瑰', url: 'https://a.example', snippet: '一种 花', published: '2023-11-14T22:13:20.000Z' },
    ]);
  });
  it('finds nothing, and tells where it asks for a person', async () => {
    expect((await run({ feed: { all: '0' } })).port).toBe('nothing');
    expect((await run({ text: '<html><title>百度安全验证</title></html>' })).end).toMatchObject({
      failure: { code: 'flow.service_refused', detail: 'www.baidu.com' },
    });
  });
});

describe('duckduckgo', () => {
  const page = `<div id="links" class="results">
<div class="result results_links results_links_deep result--ad"><h2><a class="result__a" href="https://ad.example">Ad</a></h2></div>
<div class="result results_links results_links_deep web-result"><div class="links_main links_deep result__body"><h2 class="result__title"><a rel="nofollow" class="result__a" href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fa.example%2Frose&amp;rut=1">Rose &amp; more</a></h2><a class="result__snippet" href="#">A <b>rose</b> is a flower</a></div></div></div>`;
  it('reads its page of results, without advertisements', async () => {
    const { fetch } = scriptedFetch({ 'https://html.duckduckgo.com/html/': { text: page } });
    expect((await runOne('duckduckgo', {}, 'rose', { fetch })).outputs.results).toEqual([
      { title: 'Rose & more', url: 'https://a.example/rose', snippet: 'A rose is a flower' },
    ]);
  });
  it('reads news with the key of the question', async () => {
    const news = {
      results: [
        {
          date: 1_700_000_000,
          title: 'Roses',
          excerpt: 'They <b>bloom</b>',
          url: 'https://n.example',
          source: 'News',
        },
      ],
    };
    const { asked, fetch } = scriptedFetch({
      'https://duckduckgo.com/news.js': news,
      'https://duckduckgo.com/': { text: '<script>vqd="4-123456789";</script>' },
    });
    const { outputs } = await runOne('duckduckgo', { channel: 'news' }, 'rose', { fetch });
    expect(outputs.results).toMatchObject([{ title: 'Roses', snippet: 'They bloom', source: 'News' }]);
    expect(asked[1]?.url.searchParams.get('vqd')).toBe('4-123456789');
  });
  it('finds nothing, and tells where it wants a person', async () => {
    const run = (reply: unknown) =>
      runOne('duckduckgo', {}, 'q', scriptedFetch({ 'https://html.duckduckgo.com': reply }));
    expect((await run({ text: '<div class="no-results">No results.</div>' })).port).toBe('nothing');
    expect((await run({ status: 202, text: '<div class="anomaly-modal"></div>' })).end).toMatchObject({
      failure: { code: 'flow.service_limited' },
    });
  });
});

describe('weather', () => {
  const places = 'https://geocoding-api.open-meteo.com/v1/search';
  const forecast = 'https://api.open-meteo.com/v1/forecast';
  const lyon = {
    results: [
      {
        id: 1,
        name: 'Lyon',
        latitude: 45.75,
        longitude: 4.85,
        country: 'France',
        admin1: 'Auvergne-Rhône-Alpes',
      },
    ],
    generationtime_ms: 0.5,
  };
  it('tells the weather now', async () => {
    const current = {
      time: '2026-05-01T12:00',
      interval: 900,
      temperature_2m: 21.4,
      apparent_temperature: 20.1,
      relative_humidity_2m: 40,
      precipitation: 0,
      weather_code: 2,
      wind_speed_10m: 7.5,
    };
    const { fetch } = scriptedFetch({ [places]: lyon, [forecast]: { latitude: 45.75, current } });
    const { outputs } = await runOne('weather', { place: 'Lyon' }, 'q', { fetch });
    expect(outputs).toMatchObject({
      place: 'Lyon, Auvergne-Rhône-Alpes, France',
      results: [{ weather: 'partly cloudy', temperature: 21.4, wind: 7.5 }],
    });
    expect(outputs.text).toContain('2026-05-01T12:00 · partly cloudy · 21.4 °C · 0 mm · 7.5 km/h');
  });
  it('forecasts by day, as far as the service does', async () => {
    const daily = {
      time: ['2026-05-01', '2026-05-02'],
      weather_code: [61, 95],
      temperature_2m_max: [20, 18],
      temperature_2m_min: [9, 8],
      precipitation_sum: [3.1, 12],
      precipitation_probability_max: [80, null],
      wind_speed_10m_max: [15, 40],
    };
    const { asked, fetch } = scriptedFetch({ [places]: lyon, [forecast]: { daily } });
    const { outputs } = await runOne('weather', { place: 'Lyon', period: '30d' }, 'q', { fetch });
    expect(asked[1]?.url.searchParams.get('forecast_days')).toBe('16');
    expect(outputs.results).toMatchObject([{ weather: 'rain', highest: 20 }, { weather: 'thunderstorm' }]);
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
