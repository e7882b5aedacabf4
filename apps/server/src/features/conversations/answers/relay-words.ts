import {
  createCitationWriter,
  createMarkerReader,
  finishCitations,
  type MarkerOutput,
  type NumberedHit,
} from '@lectern/answering';
import type { Citation, Message } from '@lectern/contract';
import type { ChatEvent } from '@lectern/models';
import { type ChatCall, countCall, passCall } from './chat-call.ts';

/** Where the words go as they are written. */
type Listener = {
  readonly content: string;
  append: (text: string) => void;
  mark: (event: { type: 'citation'; citation: Citation } | { type: 'reasoning'; text: string }) => void;
};

/** What is known of the text so far. */
type Written = { content: string; citations: Citation[]; tableAnswers: Message['tableAnswers'] };

type Quotes = { cites: boolean; readsMarkers: boolean };

/** Passes on what a model says; a quote becomes a citation when its first marker has been written. */
export function createWordRelay(
  hits: NumberedHit[],
  quotes: Quotes,
  live: Listener,
  written: Written,
  call: ChatCall,
) {
  const reader = createMarkerReader(quotes.readsMarkers ? hits.map((hit) => hit.number) : []);
  const citing = quotes.cites ? createCitationWriter(hits) : undefined;
  const pass = (output: MarkerOutput) => {
    const { text, added } = citing?.push(output) ?? { text: output.text, added: [] };
    if (text) live.append(text);
    for (const citation of added) live.mark({ type: 'citation', citation });
    if (citing) written.citations = citing.citations();
  };
  return {
    push: (event: ChatEvent): void => {
      call.answered = true;
      if (event.type === 'stand-in') passCall(call, call.model, event.standIn);
      // The database would refuse the whole answer for one NUL.
      else if (event.type === 'text-delta') pass(reader.push(event.text.replaceAll('\u0000', '')));
      else if (event.type === 'reasoning-delta') {
        call.reasoning += event.text;
        live.mark({ type: 'reasoning', text: event.text });
      } else if (event.type === 'finish') countCall(call, event.usage);
    },
    finish: (): void => {
      pass(reader.finish());
      written.content = live.content;
      if (citing) Object.assign(written, finishCitations(citing, live.content, hits));
    },
  };
}

export async function relayWords(
  stream: AsyncIterable<ChatEvent>,
  hits: NumberedHit[],
  quotes: Quotes,
  live: Listener,
  written: Written,
  call: ChatCall,
): Promise<void> {
  const relay = createWordRelay(hits, quotes, live, written, call);
  try {
    for await (const event of stream) relay.push(event);
  } finally {
    relay.finish();
  }
}
