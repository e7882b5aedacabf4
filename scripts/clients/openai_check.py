"""What the guide does not show of the official client, against the server of `npm run check:clients`."""

import os

import openai

url = os.environ["LECTERN_URL"] + "/v1"
client = openai.OpenAI(base_url=url, api_key=os.environ["LECTERN_TOKEN"], max_retries=0)
question = [{"role": "user", "content": "When does the rose bloom?"}]

models = {model.id: model for model in client.models.list()}
assistant = next(id for id in models if id.startswith("assistant-"))
assert client.models.retrieve(assistant).id == assistant

stream = client.chat.completions.create(
    model=assistant, messages=question, stream=True, stream_options={"include_usage": True}
)
chunks = list(stream)
assert chunks[-1].usage.completion_tokens > 0
last = next(chunk for chunk in reversed(chunks) if chunk.choices)
assert last.choices[0].finish_reason == "stop"
assert last.choices[0].delta.citations[0]["number"] == 1

for wrong, kind in [
    (dict(model="nothing", messages=question), openai.NotFoundError),
    (dict(model=assistant, messages=[]), openai.BadRequestError),
    (dict(model=assistant, messages=question, n=2), openai.BadRequestError),
]:
    try:
        client.chat.completions.create(**wrong)
        raise AssertionError("not refused")
    except kind as error:
        assert error.request_id and error.body["message"]
try:
    openai.OpenAI(base_url=url, api_key="sk-wrong", max_retries=0).models.list()
    raise AssertionError("not refused")
except openai.AuthenticationError as error:
    assert error.code == "invalid_api_key"

bare = client.chat.completions.create(model=os.environ["CHAT_MODEL"], messages=question, temperature=0.5)
assert bare.choices[0].message.content

with client.responses.stream(model=assistant, input="When does the rose bloom?") as events:
    final = events.get_final_response()
assert final.output[0].content[0].annotations[0].type == "file_citation"
assert client.responses.retrieve(final.id).output_text == final.output_text
client.responses.delete(final.id)

stores = [client.vector_stores.create(name=f"Store {n}") for n in range(3)]
assert {store.id for store in stores} <= {store.id for store in client.vector_stores.list(limit=1)}
for store in stores:
    assert client.vector_stores.delete(store.id).deleted
print("all checks passed")
