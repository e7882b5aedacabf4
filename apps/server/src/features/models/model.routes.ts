import {
  createCompanyModel,
  createModel,
  deleteCompanyModel,
  deleteModel,
  getCompanyDefaultModels,
  getDefaultModels,
  getSystemModels,
  listCompanyModelNames,
  listCompanyModels,
  listModelNames,
  listModelProviders,
  listModels,
  testCompanyModel,
  testModel,
  updateCompanyDefaultModels,
  updateCompanyModel,
  updateModel,
  updateSystemModels,
} from '@lectern/contract';
import { describeProviders } from '@lectern/models';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  changeCompanyDefaults,
  changeSystemModels,
  presentCompanyDefaults,
  presentDefaults,
  presentSystemModels,
} from './default-models.service.ts';
import {
  addModel,
  changeModel,
  listManagedModels,
  listNames,
  removeModel,
  tryModel,
} from './managed-model.service.ts';
import { listUsableModels } from './model.service.ts';
import { companyOwner, platformOwner } from './model-owner.ts';
import { addGain, showModel } from './present-model.ts';

/** The models that everyone chooses from, and the platform's own. */
export function modelRoutes(platform: Platform) {
  const { database } = platform;
  return [
    route(listModelProviders, async () => ({ items: describeProviders() })),
    route(listModels, ({ actor, query }) =>
      database.withActor(actor, async (tx) => {
        const items = (await listUsableModels(tx, actor.companyId)).map((model) =>
          addGain(platform.config, showModel(actor.level, model)),
        );
        return { items: query.type ? items.filter((model) => model.type === query.type) : items };
      }),
    ),
    route(getDefaultModels, ({ actor }) => presentDefaults(platform, actor)),
    route(testModel, (call) => {
      call.audit(call.body.name ?? call.body.modelName);
      return tryModel(platform, platformOwner(platform, call.actor), call.body, call);
    }),
    route(listModelNames, (call) =>
      listNames(platform, platformOwner(platform, call.actor), call.body, call),
    ),
    route(createModel, ({ actor, body, audit }) => {
      audit(body.name ?? body.modelName);
      return addModel(platform, platformOwner(platform, actor), body);
    }),
    route(updateModel, async ({ actor, params, body, audit }) => {
      const model = await changeModel(platform, platformOwner(platform, actor), params.modelId, body);
      audit(model.name);
      return model;
    }),
    route(deleteModel, async ({ actor, params, audit }) =>
      audit(await removeModel(platformOwner(platform, actor), params.modelId)),
    ),
    route(getSystemModels, ({ actor }) => presentSystemModels(platform, actor)),
    route(updateSystemModels, ({ actor, body }) => changeSystemModels(platform, actor, body)),
  ];
}

/** The same for the models of a company. */
export function companyModelRoutes(platform: Platform) {
  return [
    route(listCompanyModels, async ({ actor }) => ({
      items: await listManagedModels(companyOwner(platform, actor)),
    })),
    route(testCompanyModel, (call) => {
      call.audit(call.body.name ?? call.body.modelName);
      return tryModel(platform, companyOwner(platform, call.actor), call.body, call);
    }),
    route(listCompanyModelNames, (call) =>
      listNames(platform, companyOwner(platform, call.actor), call.body, call),
    ),
    route(createCompanyModel, ({ actor, body, audit }) => {
      audit(body.name ?? body.modelName);
      return addModel(platform, companyOwner(platform, actor), body);
    }),
    route(updateCompanyModel, async ({ actor, params, body, audit }) => {
      const model = await changeModel(platform, companyOwner(platform, actor), params.modelId, body);
      audit(model.name);
      return model;
    }),
    route(deleteCompanyModel, async ({ actor, params, audit }) =>
      audit(await removeModel(companyOwner(platform, actor), params.modelId)),
    ),
    route(getCompanyDefaultModels, ({ actor }) => presentCompanyDefaults(platform, actor)),
    route(updateCompanyDefaultModels, ({ actor, body }) => changeCompanyDefaults(platform, actor, body)),
  ];
}
