import type { FlowComponent } from '../component.ts';
import { agent } from './agent.ts';
import { aggregate } from './aggregate.ts';
import { answer } from './answer.ts';
import { arxiv } from './arxiv.ts';
import { assign } from './assign.ts';
import { assistant } from './assistant.ts';
import { awaitInput } from './await-input.ts';
import { baidu } from './baidu.ts';
import { begin } from './begin.ts';
import { bing } from './bing.ts';
import { categorize } from './categorize.ts';
import { code } from './code.ts';
import { duckduckgo } from './duckduckgo.ts';
import { email } from './email.ts';
import { extract } from './extract.ts';
import { generate } from './generate.ts';
import { google } from './google.ts';
import { group } from './group.ts';
import { history } from './history.ts';
import { http } from './http.ts';
import { iteration } from './iteration.ts';
import { keyword } from './keyword.ts';
import { loop } from './loop.ts';
import { message } from './message.ts';
import { note } from './note.ts';
import { pubmed } from './pubmed.ts';
import { relevant } from './relevant.ts';
import { retrieval } from './retrieval.ts';
import { rewrite } from './rewrite.ts';
import { sql } from './sql.ts';
import { subFlow } from './sub-flow.ts';
import { switchComponent } from './switch.ts';
import { tableQuestion } from './table-question.ts';
import { template } from './template.ts';
import { translate } from './translate.ts';
import { weather } from './weather.ts';
import { wikipedia } from './wikipedia.ts';

/** Every component, in the order in which the palette offers them. */
const all: readonly FlowComponent[] = [
  begin,
  answer,
  message,
  awaitInput,
  history,
  retrieval,
  tableQuestion,
  assistant,
  generate,
  agent,
  rewrite,
  keyword,
  extract,
  translate,
  categorize,
  relevant,
  switchComponent,
  iteration,
  loop,
  subFlow,
  template,
  assign,
  aggregate,
  code,
  http,
  email,
  sql,
  weather,
  wikipedia,
  pubmed,
  arxiv,
  google,
  bing,
  baidu,
  duckduckgo,
  note,
  group,
];

export const flowComponents: ReadonlyMap<string, FlowComponent> = new Map(all.map((one) => [one.id, one]));
