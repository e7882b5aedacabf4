type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  'x-permission'?: string;
  'x-scope'?: string;
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
};

type OpenApi = {
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function schemaBlock(title: string, schema: object): string {
  return `<h4>${escapeHtml(title)}</h4><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`;
}

function operationSection(path: string, method: string, operation: Operation): string {
  const parameters = operation.parameters
    .map(
      (parameter) =>
        `<tr><td><code>${escapeHtml(parameter.name)}</code></td><td>${escapeHtml(parameter.in)}${parameter.required ? ', required' : ''}</td><td><code>${escapeHtml(JSON.stringify(parameter.schema))}</code></td></tr>`,
    )
    .join('');
  const body = Object.entries(operation.requestBody?.content ?? {})
    .map(([type, { schema }]) => schemaBlock(`Body (${type})`, schema))
    .join('');
  const responses = Object.entries(operation.responses)
    .map(([status, response]) => {
      const content = Number(status) < 400 ? Object.entries(response.content ?? {}) : [];
      const schemas = content.map(([type, { schema }]) => schemaBlock(type, schema)).join('');
      return `<p><strong>${status}</strong> ${escapeHtml(response.description)}</p>${schemas}`;
    })
    .join('');
  return `<details id="${escapeHtml(operation.operationId)}"><summary><code class="${method}">${method.toUpperCase()}</code> <code>${escapeHtml(path)}</code> <span>${escapeHtml(operation.summary)}</span></summary>
<p>Needs: ${escapeHtml(operation['x-permission'] ?? 'nothing')}. API token: ${escapeHtml(operation['x-scope'] ?? 'not needed')}</p><table><tbody>${parameters}</tbody></table>${body}<h4>Answers</h4>${responses}</details>`;
}

/** The API document as a page to read: no script, nothing from elsewhere. */
export function docsPage(openApi: OpenApi): string {
  const operations = Object.entries(openApi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = [...Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? '')]
    .map(
      ([tag, group]) =>
        `<h2>${escapeHtml(tag)}</h2>${group.map(({ path, method, operation }) => operationSection(path, method, operation)).join('')}`,
    )
    .join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(openApi.info.title)}</title>
<style>
:root{color-scheme:light dark;--line:light-dark(#dfe3e8,#343a41);--soft:light-dark(#f5f6f8,#1b1f24)}
body{font:15px/1.55 Inter,system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:2.5rem 1.25rem;background:light-dark(#fff,#121519);color:light-dark(#1a1f24,#e4e8ec)}
h1{font-size:1.7rem;margin:0 0 .25rem}h2{margin:2.25rem 0 .5rem;font-size:1.15rem}h4{margin:1rem 0 .25rem;font-size:.9rem}
details{border:1px solid var(--line);border-radius:8px;margin:.4rem 0;padding:.1rem .9rem}summary{cursor:pointer;padding:.55rem 0;overflow-wrap:anywhere}summary span{opacity:.75;margin-left:.4rem}
code,pre{font:12.5px/1.5 ui-monospace,SFMono-Regular,Menlo,monospace}pre{background:var(--soft);padding:.75rem;border-radius:6px;overflow:auto;max-height:24rem}
table{border-collapse:collapse;width:100%;table-layout:fixed}td{border-top:1px solid var(--line);padding:.3rem .5rem .3rem 0;vertical-align:top;overflow-wrap:anywhere}
.get{color:light-dark(#0b6e4f,#5fd0a5)}.post{color:light-dark(#1d4ed8,#8fb2ff)}.patch,.put{color:light-dark(#92540a,#f0b46a)}.delete{color:light-dark(#b42318,#ff9a8f)}
</style></head><body><h1>${escapeHtml(openApi.info.title)} ${escapeHtml(openApi.info.version)}</h1><p>${escapeHtml(openApi.info.description)}</p>
<p>The same as <a href="/api/v1/openapi.json">OpenAPI 3.1</a>. Keys are snake case; errors have the body <code>{"error": {"code", "message", "details", "request_id"}}</code>.</p>
<pre>TOKEN=lat_… # made under Settings, API tokens
curl $URL/api/v1/knowledge-bases -H "authorization: Bearer $TOKEN"</pre>
${sections}</body></html>`;
}
