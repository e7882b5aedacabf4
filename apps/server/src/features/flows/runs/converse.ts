import type { FlowServices } from '@lectern/flow';
import { ModelError, type ToolCall } from '@lectern/models';
import { cleanText } from '../../../platform/database/clean-text.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  beginCall,
  countBrokenCall,
  countCall,
  estimatePrompt,
  passCall,
} from '../../conversations/answers/chat-call.ts';
import { openWriter } from '../../models/complete.service.ts';
import type { Acting } from './acting.ts';
import type { StepLedger } from './step-ledger.ts';

/** One round with a model that may ask for tools. What it says and asks for is kept whole. */
export async function converse(
  platform: Platform,
  { actor, signal }: Acting,
  ledger: StepLedger,
  { modelId, messages, tools, parameters, onDelta }: Parameters<FlowServices['converse']>[0],
): ReturnType<FlowServices['converse']> {
  const opened = await platform.database.withActor(actor, (tx) => openWriter(platform, tx, modelId));
  if (!opened) return undefined;
  const call = beginCall(opened, estimatePrompt(messages));
  const set = Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== null));
  const calls: ToolCall[] = [];
  let text = '';
  try {
    for await (const event of opened.model.stream({
      messages,
      parameters: set,
      ...(tools.length > 0 ? { tools } : {}),
      signal,
    })) {
      call.answered = true;
      if (event.type === 'stand-in') passCall(call, opened, event.standIn);
      else if (event.type === 'text-delta') {
        // As in what is kept: the database would refuse the whole text for one NUL.
        const words = event.text.replaceAll('\u0000', '');
        text += words;
        onDelta?.(words);
      } else if (event.type === 'tool-call') calls.push(event.call);
      else if (event.type === 'finish') countCall(call, event.usage);
    }
  } catch (error) {
    countBrokenCall(call, text, error);
    const outcome = error instanceof ModelError ? `model.${error.kind}` : 'failed';
    await ledger.book(opened, call, call.begin, outcome);
    throw error;
  }
  await ledger.book(opened, call, call.begin);
  return { text: cleanText(text), calls };
}
