import { type ExampleCall, newName } from './example-call.ts';

const ofVersion = { path: { number: { value: '1' } } } as const satisfies ExampleCall;
const graph = {
  nodes: [{ id: 'begin', component: 'begin', name: 'Begin', position: { x: 0, y: 0 } }],
  edges: [],
};

/** Calls of flows and their runs. */
export const flowCalls: Record<string, ExampleCall> = {
  listFlowComponents: {},
  listFlowTemplates: {},
  listFlows: {},
  createFlow: {
    bodies: [
      () => ({ name: newName() }),
      () => ({ name: newName(), graph }),
      () => ({ name: newName(), template_id: 'triage' }),
    ],
  },
  getFlow: {},
  updateFlow: { bodies: [() => ({ name: newName() }), () => ({ graph, revision: 1 })] },
  copyFlow: {},
  deleteFlow: {},
  exportFlow: {},
  importFlow: {
    bodies: [() => ({ text: JSON.stringify({ kind: 'lectern.flow', name: newName(), graph }) })],
  },
  checkFlow: { bodies: [() => ({ graph })] },
  publishFlow: { bodies: [() => ({ revision: 1 })] },
  listFlowVersions: {},
  getFlowVersion: ofVersion,
  restoreFlowVersion: ofVersion,
  startFlowRun: { bodies: [() => ({ question: 'When does the rose bloom?' })] },
  listFlowRuns: {},
  getFlowRun: {},
  watchFlowRun: {},
  answerFlowRun: {
    bodies: [() => ({ step_key: 'answer#1', answer: { kind: 'go' } })],
    admitted: 409,
  },
  cancelFlowRun: { admitted: 409 },
  deleteFlowRun: {},
  listFlowCredentials: {},
  createFlowCredential: {
    bodies: [() => ({ name: newName(), host: 'api.example', secret: 'S3CRET-1234' })],
  },
  updateFlowCredential: { bodies: [() => ({ name: newName() }), () => ({ secret: 'S3CRET-5678' })] },
  deleteFlowCredential: {},
  listFlowTriggers: {},
  createFlowTrigger: {
    bodies: [
      () => ({ name: newName(), settings: { kind: 'webhook' } }),
      () => ({
        name: newName(),
        settings: {
          kind: 'schedule',
          cron: '0 6 * * 1-5',
          time_zone: 'Europe/Paris',
          inputs: { topic: 'a' },
        },
      }),
    ],
  },
  updateFlowTrigger: { bodies: [() => ({ name: newName() }), () => ({ enabled: false })] },
  rotateFlowTriggerSecret: {},
  deleteFlowTrigger: {},
  // Without a signature nobody is let in.
  callFlowWebhook: { bodies: [() => ({ question: 'When does the rose bloom?' })], admitted: 401 },
};
