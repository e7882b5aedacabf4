"""The official SDK of RAGFlow, with nothing changed but its base URL, against the server of `npm run check:clients`."""

import os

from ragflow_sdk import RAGFlow

rag = RAGFlow(api_key=os.environ["LECTERN_TOKEN"], base_url=os.environ["LECTERN_URL"] + "/ragflow")


def refused(call, part):
    try:
        call()
    except Exception as error:
        assert part in str(error), error
    else:
        raise AssertionError("not refused")


dataset = rag.create_dataset(name="Orchids", description="About orchids")
assert rag.get_dataset("Orchids").id == dataset.id
assert dataset.id in {one.id for one in rag.list_datasets()}
dataset.update({"name": "Orchids and more"})
assert rag.list_datasets(id=dataset.id)[0].name == "Orchids and more"
refused(lambda: rag.create_dataset(name="Orchids and more"), "Orchids and more")
refused(lambda: rag.list_datasets(name="nothing"), "nothing")

text = b"The orchid blooms in winter. It needs little water and much light."
[document] = dataset.upload_documents([{"display_name": "orchids.txt", "blob": text}])
assert document.run == "UNSTART"
[(_, state, chunks, _)] = dataset.parse_documents([document.id])
assert state == "DONE" and chunks > 0
[document] = dataset.list_documents(keywords="orchids")
assert document.download() == text
document.update({"name": "orchid care.txt"})
assert dataset.list_documents(id=document.id)[0].name == "orchid care.txt"

chunk = document.add_chunk(content="The vanilla is an orchid as well.", important_keywords=["vanilla"])
assert chunk.id in {one.id for one in document.list_chunks()}
chunk.update({"content": "Vanilla is an orchid.", "available": True})
assert "Vanilla is an orchid." in {one.content for one in document.list_chunks()}
found = rag.retrieve(dataset_ids=[dataset.id], question="When does the orchid bloom?")
assert "winter" in found[0].content and found[0].similarity > 0.2
document.delete_chunks([chunk.id])

chat = rag.create_chat("Gardener", dataset_ids=[dataset.id])
assert rag.list_chats(name="Gardener")[0].id == chat.id
chat.update({"prompt": {"top_n": 4}, "llm": {"model_name": os.environ["CHAT_MODEL_NAME"]}})
assert rag.list_chats(id=chat.id)[0].prompt.top_n == 4

session = chat.create_session("First")
assert session.messages[0]["role"] == "assistant"
[answer] = session.ask("When does the orchid bloom?", stream=False)
assert "[ID:0]" in answer.content and answer.reference[0]["document_id"] == document.id
other = chat.create_session("Second")
pieces = list(other.ask("How much water does the orchid need?", stream=True))
assert pieces[-1].content == answer.content and pieces[-1].reference
session.update({"name": "Renamed"})
assert [one.name for one in chat.list_sessions(id=session.id)] == ["Renamed"]
assert [len(one.messages) for one in chat.list_sessions()] == [3, 3]
chat.delete_sessions([session.id, other.id])
assert chat.list_sessions() == []

assert rag.list_agents() == []
refused(lambda: rag.create_agent("Agent", {"components": {}}), "DSL")
refused(lambda: rag.delete_chats(), "Name the ids")
refused(lambda: RAGFlow("ragflow-wrong", os.environ["LECTERN_URL"] + "/ragflow").list_datasets(), "")

rag.delete_chats([chat.id])
dataset.delete_documents([document.id])
rag.delete_datasets([dataset.id])
refused(lambda: rag.list_datasets(id=dataset.id), "")
print("all checks passed")
