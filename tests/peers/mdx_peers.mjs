// Node matrices of MDX files as npm war3-model computes them, for tests/mdx_peers.rs.
//
//   node mdx_peers.mjs FOLDER     (FOLDER holds node_modules/war3-model)
//
// Standard input has one JSON object a line: {"file": path, "poses": [[sequence, time_ms], ...]},
// the time in the sequence's own ms. Each is answered by one line: {"error": text}, or
// {"nodes": [object id, ...], "poses": [[[16 numbers, row-major], ...], ...]}.
//
// The matrices are those of the package's own walk over the nodes. It is given a model in which
// what it has no rule for is settled as Bonewright's decisions have it:
// 1. keys are sorted by time, since it looks for them by halving;
// 2. rotation keys and tangents have length 1, since it never normalises;
// 3. no node faces the camera, since poses leave billboards out;
// 4. a node without a pivot has it at the origin, since it would stop there;
// 5. the clock of a sequence stays at its end, since past it keys of the next one come in.
// The clock of a global sequence is set to `time mod length`; its own starts over after `length`.
//
// Float32Array stands for Float64Array while the package works: what it stores is then not rounded,
// and differences of rule show where rounding would hide them.

import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { createRequire } from 'node:module';

globalThis.Float32Array = Float64Array;
const require = createRequire(path.join(path.resolve(process.argv[2]), 'package.json'));
const { parseMDX, ModelRenderer } = require('war3-model');

const BILLBOARD_FLAGS = 0x8 | 0x10 | 0x20 | 0x40 | 0x80;

function settle(model) {
    for (const node of model.Nodes.filter(Boolean)) {
        node.Flags &= ~BILLBOARD_FLAGS;
        node.PivotPoint ??= new Float64Array(3);
        for (const track of [node.Translation, node.Rotation, node.Scaling]) {
            track?.Keys.sort((a, b) => a.Frame - b.Frame);
        }
        for (const key of node.Rotation?.Keys ?? []) {
            for (const part of ['Vector', 'InTan', 'OutTan']) {
                const length = key[part] ? Math.hypot(...key[part]) : 0;
                if (length > 0) {
                    key[part] = key[part].map((x) => x / length);
                }
            }
        }
    }
}

function poses(job) {
    const bytes = fs.readFileSync(job.file);
    const model = parseMDX(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    settle(model);
    const renderer = new ModelRenderer(model);
    const state = renderer.rendererData;
    const nodes = model.Nodes.filter(Boolean).map((node) => node.ObjectId);
    const answers = job.poses.map(([sequence, time]) => {
        state.animationInfo = model.Sequences[sequence];
        const [start, end] = state.animationInfo.Interval;
        state.frame = Math.min(start + time, end);
        state.globalSequencesFrames = Array.from(model.GlobalSequences, (length) =>
            length > 0 ? ((time % length) + length) % length : 0);
        renderer.updateNode(state.rootNode);
        return nodes.map((id) => {
            const columns = state.nodes[id].matrix;
            return Array.from({ length: 16 }, (_, at) => columns[4 * (at % 4) + (at >> 2)]);
        });
    });
    return { nodes, poses: answers };
}

for await (const line of readline.createInterface({ input: process.stdin })) {
    let answer;
    try {
        answer = poses(JSON.parse(line));
    } catch (error) {
        answer = { error: String(error) };
    }
    process.stdout.write(`${JSON.stringify(answer)}\n`);
}
