import { defineFeature } from '../../platform/feature.ts';
import { runKindOf } from '../../platform/runs/orphans.ts';
import { installLocalModelJob } from './install-local-model.job.ts';
import { localModelRoutes } from './local-model.routes.ts';
import { localModelInstalls } from './local-model.table.ts';
import { registerLocalModels } from './register-local-models.service.ts';

export const localModelsFeature = defineFeature({
  routes: localModelRoutes,
  jobs: { 'local-model.install': installLocalModelJob },
  maintenance: [{ name: 'local models', run: registerLocalModels }],
  runs: [
    runKindOf(localModelInstalls, {
      name: 'installations of models',
      jobs: ['local-model.install'],
      key: { installId: localModelInstalls.id },
      error: 'local_model.failed',
    }),
  ],
});
