import type { ApiClient } from './api-client.ts';

/** A node as it is on the wire; its name is its id. */
export const flowNode = (id: string, component: string, options: object = {}) => ({
  id,
  component,
  name: id,
  options,
  position: { x: 0, y: 0 },
});

/** The edges of chains such as `begin > sort.yes > end`: a node is left by `out`, or by the port behind it. */
export const flowEdges = (chains: readonly string[]) =>
  chains.flatMap((chain) => {
    const places = chain.split(' > ').map((place) => place.split('.'));
    return places.slice(1).map(([target], i) => {
      const [source, port = 'out'] = places[i] as string[];
      return { id: `${source}.${port}-${target}`, source, port, target };
    });
  });

/** A flow of the caller's, published where it is told. Fields as on the wire. */
export async function buildFlow(
  client: ApiClient,
  nodes: object[],
  chains: readonly string[],
  { publish = false, ...fields }: { publish?: boolean; name?: string } = {},
) {
  const name = `flow ${Math.random()}`;
  const graph = { nodes, edges: flowEdges(chains) };
  const { status, body } = await client.call('POST', '/flows', { name, graph, ...fields });
  if (status !== 201) throw new Error(`not created: ${status}: ${JSON.stringify(body)}`);
  if (publish) await publishFlow(client, body.id);
  return body;
}

/** Publishes the draft as it is. */
export async function publishFlow(client: ApiClient, flowId: string) {
  const { body } = await client.call('GET', `/flows/${flowId}`);
  return client.call('POST', `/flows/${flowId}/versions`, { revision: body.revision });
}
