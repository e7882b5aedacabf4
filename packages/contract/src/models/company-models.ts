import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import {
  createModel,
  deleteModel,
  listModelNames,
  model,
  modelParams,
  systemModels,
  testModel,
  updateModel,
  updateSystemModels,
} from './models.ts';

const ofCompany = { tag: 'Company models', access: 'SettingsCompanyModels' } as const;

export const listCompanyModels = defineEndpoint({
  ...ofCompany,
  id: 'listCompanyModels',
  summary: "The company's own models, which no other company sees",
  method: 'GET',
  path: '/company/models',
  response: z.object({ items: z.array(model) }),
  status: 200,
});

export const testCompanyModel = defineEndpoint({
  ...ofCompany,
  id: 'testCompanyModel',
  summary: testModel.summary,
  method: 'POST',
  path: '/company/models/test',
  body: testModel.body,
  response: testModel.response,
  status: 200,
  errors: testModel.errors,
  rateLimit: 'model',
});

export const listCompanyModelNames = defineEndpoint({
  ...ofCompany,
  id: 'listCompanyModelNames',
  summary: listModelNames.summary,
  method: 'POST',
  path: '/company/models/names',
  body: listModelNames.body,
  response: listModelNames.response,
  status: 200,
  errors: listModelNames.errors,
  rateLimit: 'model',
});

export const createCompanyModel = defineEndpoint({
  ...ofCompany,
  id: 'createCompanyModel',
  summary: "Add a model of a provider for the company's own use",
  method: 'POST',
  path: '/company/models',
  body: createModel.body,
  response: model,
  status: 201,
  errors: createModel.errors,
});

export const updateCompanyModel = defineEndpoint({
  ...ofCompany,
  id: 'updateCompanyModel',
  summary: updateModel.summary,
  method: 'PATCH',
  path: '/company/models/:modelId',
  params: modelParams,
  body: updateModel.body,
  response: model,
  status: 200,
  errors: updateModel.errors,
});

export const deleteCompanyModel = defineEndpoint({
  ...ofCompany,
  id: 'deleteCompanyModel',
  summary: deleteModel.summary,
  method: 'DELETE',
  path: '/company/models/:modelId',
  params: modelParams,
  responseKind: 'none',
  status: 204,
  errors: deleteModel.errors,
});

/** The company's own choice of each type; null: the system default holds. */
export const getCompanyDefaultModels = defineEndpoint({
  ...ofCompany,
  id: 'getCompanyDefaultModels',
  summary: "The company's own default models, which go before the system's",
  method: 'GET',
  path: '/company/default-models',
  response: systemModels,
  status: 200,
});

export const updateCompanyDefaultModels = defineEndpoint({
  ...ofCompany,
  id: 'updateCompanyDefaultModels',
  summary: "Choose the company's default models",
  method: 'PATCH',
  path: '/company/default-models',
  body: updateSystemModels.body,
  response: systemModels,
  status: 200,
  errors: updateSystemModels.errors,
});
