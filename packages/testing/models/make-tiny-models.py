"""Makes the two models of this folder. Needs `pip install onnx numpy`; run in this folder.

tiny-embedder   One vector for each word: words of one meaning have nearly the same, others are unrelated. Pooling,
                prefixes and limits stand in its configuration files as in those of real models.
tiny-reranker   Its logit says how much the words of the second text mean what those of the first do.
"""
import json
import os

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

WIDTH = 16
MEANINGS = [
    ["cat", "feline", "chat", "kitten"],
    ["dog", "hound", "chien", "puppy"],
    ["money", "salary", "wage", "pay", "argent"],
    ["vacation", "holiday", "leave", "congé"],
    ["car", "vehicle", "automobile", "voiture"],
    ["house", "home", "dwelling", "maison"],
    ["doctor", "physician", "médecin"],
    ["buy", "purchase", "acquire", "acheter"],
    ["query", "passage", ":"],
]
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
words = SPECIAL + [word for meaning in MEANINGS for word in meaning]
random = np.random.default_rng(7)
table = np.zeros((len(words), WIDTH), np.float32)
at = len(SPECIAL)
for index, meaning in enumerate(MEANINGS):
    # The words of the prefixes and unknown ones say next to nothing.
    weight = 0.02 if meaning[0] == "query" else 1
    direction = random.normal(size=WIDTH)
    for _ in meaning:
        table[at] = weight * (direction + 0.1 * random.normal(size=WIDTH))
        at += 1
table[1] = 0.05 * random.normal(size=WIDTH)


def save(folder, nodes, output, rank):
    os.makedirs(folder, exist_ok=True)
    axes = ["batch", "sequence"]
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, axes)
        for name in ["input_ids", "attention_mask", "token_type_ids"]
    ]
    shape = axes + [WIDTH] if rank == 3 else ["batch", 1]
    outputs = [helper.make_tensor_value_info(output, TensorProto.FLOAT, shape)]
    constants = [
        numpy_helper.from_array(table, "table"),
        numpy_helper.from_array(np.array([1], np.int64), "one"),
        numpy_helper.from_array(np.array([2], np.int64), "two"),
        numpy_helper.from_array(np.array(1, np.float32), "unit"),
    ]
    used = {name for node in nodes for name in node.input}
    graph = helper.make_graph(nodes, folder, inputs, outputs, [c for c in constants if c.name in used])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 9
    onnx.checker.check_model(model)
    onnx.save(model, f"{folder}/model.onnx")

    def write(name, value):
        path = f"{folder}/{name}"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            json.dump(value, file, ensure_ascii=False, indent=1)
            file.write("\n")

    added = [
        {"id": words.index(word), "content": word, "single_word": False, "lstrip": False, "rstrip": False,
         "normalized": False, "special": True}
        for word in SPECIAL
    ]
    write("tokenizer.json", {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": added,
        "normalizer": {"type": "Lowercase"},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {
            "type": "BertProcessing",
            "sep": ["[SEP]", words.index("[SEP]")],
            "cls": ["[CLS]", words.index("[CLS]")],
        },
        "decoder": None,
        "model": {"type": "WordLevel", "vocab": {word: id for id, word in enumerate(words)}, "unk_token": "[UNK]"},
    })
    write("tokenizer_config.json", {"model_max_length": 64, "unk_token": "[UNK]", "pad_token": "[PAD]"})
    kind = "BertModel" if rank == 3 else "BertForSequenceClassification"
    write("config.json", {"architectures": [kind], "model_type": "bert", "hidden_size": WIDTH,
                          "max_position_embeddings": 128})
    if rank == 3:
        write("1_Pooling/config.json", {"pooling_mode_cls_token": False, "pooling_mode_mean_tokens": True})
        write("config_sentence_transformers.json", {"prompts": {"query": "query: ", "document": "passage: "}})
        write("sentence_bert_config.json", {"max_seq_length": 32})


node = helper.make_node
embed = node("Gather", ["table", "input_ids"], ["words"])
mask = [node("Cast", ["attention_mask"], ["mask"], to=TensorProto.FLOAT),
        node("Unsqueeze", ["mask", "two"], ["mask3"]),
        node("Mul", ["words", "mask3"], ["masked"])]
# The types are read, so that they belong to the model.
types = [node("Cast", ["token_type_ids"], ["types"], to=TensorProto.FLOAT),
         node("Unsqueeze", ["types", "two"], ["types3"])]
save("tiny-embedder", [embed, *mask, *types,
                       node("Mul", ["masked", "types3"], ["second"]),
                       node("Sub", ["masked", "second"], ["last_hidden_state"])], "last_hidden_state", 3)
save("tiny-reranker", [embed, *mask, *types,
                       node("Mul", ["masked", "types3"], ["secondWords"]),
                       node("Sub", ["masked", "secondWords"], ["firstWords"]),
                       node("ReduceSum", ["firstWords", "one"], ["first"], keepdims=0),
                       node("ReduceSum", ["secondWords", "one"], ["second"], keepdims=0),
                       node("Mul", ["first", "second"], ["products"]),
                       node("ReduceSum", ["products", "one"], ["sum"], keepdims=1),
                       node("Sub", ["sum", "unit"], ["logits"])], "logits", 2)
