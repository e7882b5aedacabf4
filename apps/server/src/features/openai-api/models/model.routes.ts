import { z } from 'zod';
import { defineForeignEndpoint, foreignRoute } from '../../../platform/http/foreign-api.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findTarget, listTargets, type Target } from './find-model.service.ts';

const listModels = defineForeignEndpoint({
  id: 'openai.listModels',
  method: 'GET',
  path: '/models',
  access: 'Chat',
  scope: 'chat',
  status: 200,
});

const getModel = defineForeignEndpoint({
  id: 'openai.getModel',
  method: 'GET',
  path: '/models/:model',
  access: 'Chat',
  scope: 'chat',
  params: z.object({ model: z.string().max(300) }),
  status: 200,
});

export const modelEndpoints = [listModels, getModel];

function present({ id, name, kind, createdAt }: Target) {
  return {
    id,
    object: 'model',
    created: Math.floor((createdAt?.getTime() ?? 0) / 1000),
    owned_by: kind === 'assistant' || kind === 'flow' ? 'company' : 'lectern',
    // Our own fields: people know it by the name.
    name,
    kind,
  };
}

export function modelRoutes({ database }: Platform) {
  return [
    foreignRoute(listModels, async ({ actor }) => {
      const all = await database.withActor(actor, (tx) => listTargets(tx, actor));
      return { object: 'list', data: all.map(present) };
    }),
    foreignRoute(getModel, async ({ actor, params }) =>
      present(await database.withActor(actor, (tx) => findTarget(tx, actor, params.model))),
    ),
  ];
}
