export type { ComponentEffect, FlowComponent } from './component.ts';
export { flowComponents } from './components/index.ts';
export { describeFlowComponent } from './describe-component.ts';
export { deepestFlows } from './engine/nested-flow.ts';
export { readForm } from './engine/read-form.ts';
export { answerStep, runFlow } from './engine/run-flow.ts';
export type { FlowRunInput, RunEnd } from './engine/run-input.ts';
export { titleOf } from './engine/run-nested.ts';
export {
  type Awaited,
  type Change,
  type FormInput,
  newRunState,
  type Post,
  type RunEvent,
  type RunState,
  type RunStore,
  type Step,
  type StepFailure,
  type StepStatus,
  type Turn,
} from './engine/state.ts';
export { StepError } from './engine/step-error.ts';
export { listCalledFlows, waitsForForm } from './graph/called-flows.ts';
export { checkGraph, type FlowProblem, problemCodes } from './graph/check-graph.ts';
export {
  type CompanyThings,
  fillCompanyThings,
  listCompanyNeeds,
  listKnowledgeBases,
  makePortable,
} from './graph/portable.ts';
export { listOutputs, listPorts } from './graph/ports.ts';
export { joinSourced } from './graph/references.ts';
export { ImportError } from './imports/import-report.ts';
export { readFlowFile } from './imports/read-flow-file.ts';
export type { FlowServices, PublishedFlow, StepUsage, WriteRequest } from './services.ts';
export { flowTemplates } from './templates/index.ts';
export type { FlowTemplate } from './templates/template.ts';
