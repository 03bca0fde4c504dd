// node quantise_onnx.mjs PEERS IN.onnx OUT.onnx: a model with weights of 8 bits, as onnxruntime.quantization.quantize_dynamic
// makes it by default: whatever is multiplied by a constant matrix is quantised while the model runs, to uint8 with a zero
// point; the matrix is int8, symmetric, with one scale. Here without Python. Embeddings stay as they are, which costs
// onnxruntime memory and no time.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const [peers, from, to] = process.argv.slice(2);
// onnxruntime-web has the format's reader and writer, but does not export it.
const { onnx } = createRequire(import.meta.url)(join(resolve(peers), 'node_modules/onnxruntime-web/lib/onnxjs/ort-schema/protobuf/onnx.js'));
const { FLOAT, INT8 } = onnx.TensorProto.DataType;

const bytesOf = (array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
const tensor = (name, dims, dataType, data) => onnx.TensorProto.create({ name, dims, dataType, rawData: bytesOf(data) });

function floatsOf({ rawData, floatData }) {
  return rawData.length > 0 ? new Float32Array(new Uint8Array(rawData).buffer) : Float32Array.from(floatData);
}

// The three tensors that stand for a constant matrix.
function quantise(matrix) {
  const values = floatsOf(matrix);
  const scale = values.reduce((most, x) => Math.max(most, Math.abs(x)), 0) / 127 || 1;
  return [
    tensor(`${matrix.name}_quantized`, matrix.dims, INT8, new Int8Array(values.map((x) => Math.round(x / scale)))),
    tensor(`${matrix.name}_scale`, [], FLOAT, Float32Array.of(scale)),
    tensor(`${matrix.name}_zero_point`, [], INT8, Int8Array.of(0)),
  ];
}

const node = (opType, input, output, attribute = []) => onnx.NodeProto.create({ opType, name: `${output[0]}_${opType}`, input, output, attribute });
const toFloat = onnx.AttributeProto.create({ name: 'to', type: onnx.AttributeProto.AttributeType.INT, i: FLOAT });

function dynamically({ input: [x, w], output: [y] }, quantised) {
  const nodes = [];
  if (!quantised.has(x)) nodes.push(node('DynamicQuantizeLinear', [x], [`${x}_quantized`, `${x}_scale`, `${x}_zero_point`]));
  quantised.add(x);
  return nodes.concat([
    node('MatMulInteger', [`${x}_quantized`, `${w}_quantized`, `${x}_zero_point`, `${w}_zero_point`], [`${y}_int32`]),
    node('Cast', [`${y}_int32`], [`${y}_float`], [toFloat]),
    node('Mul', [`${x}_scale`, `${w}_scale`], [`${y}_scale`]),
    node('Mul', [`${y}_float`, `${y}_scale`], [y]),
  ]);
}

// The matrix of a node that is a constant of floats, by the name under which others take it.
function matrixOf({ opType, output, attribute }) {
  const value = opType === 'Constant' && attribute.find(({ name }) => name === 'value')?.t;
  return value && value.dims.length === 2 && value.dataType === FLOAT ? [[output[0], { ...value, name: output[0] }]] : [];
}

const model = onnx.ModelProto.decode(readFileSync(from));
const { graph } = model;
const matrices = new Map([...graph.initializer.map((each) => [each.name, each]), ...graph.node.flatMap(matrixOf)]);
const replaced = new Set(), quantised = new Set();
const nodes = graph.node.flatMap((each) => {
  const [, w] = each.input;
  if (each.opType !== 'MatMul' || !matrices.has(w)) return [each];
  replaced.add(w);
  return dynamically(each, quantised);
});
if (replaced.size === 0) throw new Error(`[quantise_onnx] ${from}: no product with a constant matrix: expected some.`);
graph.node = nodes.filter(({ output }) => !replaced.has(output[0]));
graph.initializer = graph.initializer.filter(({ name }) => !replaced.has(name)).concat([...replaced].flatMap((name) => quantise(matrices.get(name))));
writeFileSync(to, onnx.ModelProto.encode(model).finish());
