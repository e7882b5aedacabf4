import {
  createCompanyModel,
  createModel,
  deleteCompanyModel,
  deleteModel,
  type Endpoint,
  getCompanyDefaultModels,
  getDefaultModels,
  getSystemModels,
  listCompanyModelNames,
  listCompanyModels,
  listModelNames,
  listModels,
  testCompanyModel,
  testModel,
  updateCompanyDefaultModels,
  updateCompanyModel,
  updateModel,
  updateSystemModels,
} from '@lectern/contract';

/** Whose models a form or table is about, with the calls that manage them: the same in all but their address. */
export type ModelOwner = {
  name: 'platform' | 'company';
  test: typeof testModel | typeof testCompanyModel;
  names: typeof listModelNames | typeof listCompanyModelNames;
  create: typeof createModel | typeof createCompanyModel;
  update: typeof updateModel | typeof updateCompanyModel;
  remove: typeof deleteModel | typeof deleteCompanyModel;
  getDefaults: typeof getSystemModels | typeof getCompanyDefaultModels;
  updateDefaults: typeof updateSystemModels | typeof updateCompanyDefaultModels;
  /** What shows these models, and is asked for again after a change. */
  lists: readonly Endpoint[];
  /** Likewise for the defaults. */
  defaults: readonly Endpoint[];
};

export const platformOwner: ModelOwner = {
  name: 'platform',
  test: testModel,
  names: listModelNames,
  create: createModel,
  update: updateModel,
  remove: deleteModel,
  getDefaults: getSystemModels,
  updateDefaults: updateSystemModels,
  lists: [listModels],
  defaults: [getSystemModels, getDefaultModels],
};

export const companyOwner: ModelOwner = {
  name: 'company',
  test: testCompanyModel,
  names: listCompanyModelNames,
  create: createCompanyModel,
  update: updateCompanyModel,
  remove: deleteCompanyModel,
  getDefaults: getCompanyDefaultModels,
  updateDefaults: updateCompanyDefaultModels,
  lists: [listModels, listCompanyModels],
  defaults: [getCompanyDefaultModels, getDefaultModels],
};
