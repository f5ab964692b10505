"""Blender's automatic weights for meshes that Bonewright's tests have written.

Usage: python blender_heat.py FOLDER

FOLDER holds `<name>.mesh.json` files as `tests/skinning` writes them:
    {"positions": [[x, y, z], ...], "triangles": [[a, b, c], ...],
     "bones": [{"head": [x, y, z], "tail": [x, y, z]}, ...]}
For each one `<name>.blender.json` is written beside it:
    {"blender": "4.5.1", "seconds": 0.1, "report": "...",
     "rows": [[[bone, weight], ...] for each vertex]}

Vertices at the same place are merged first, as a user does by hand before Blender's bone heat has
a chance on a mesh with seams; every vertex then gets the weights of the one it was merged into.
Weights are written as Blender assigns them: rows need not sum to 1 and may be empty.

Needs PyPI `bpy` (4.5 with Python 3.11), in an environment of its own.
"""

import json
import math
import pathlib
import sys
import time

import bpy


def build_mesh(positions, triangles):
    """The mesh object, and for each vertex of the file its vertex in the merged mesh."""
    places = {}
    merged = []
    of_vertex = []
    for position in positions:
        key = tuple(position)
        if key not in places:
            places[key] = len(merged)
            merged.append(position)
        of_vertex.append(places[key])
    faces = []
    seen = set()
    for triangle in triangles:
        corners = [of_vertex[corner] for corner in triangle]
        key = tuple(sorted(corners))
        if len(set(corners)) == 3 and key not in seen:
            seen.add(key)
            faces.append(corners)
    mesh = bpy.data.meshes.new("mesh")
    mesh.from_pydata(merged, [], faces)
    mesh.update(calc_edges=True)
    mesh.validate()
    mesh_object = bpy.data.objects.new("mesh", mesh)
    bpy.context.scene.collection.objects.link(mesh_object)
    return mesh_object, of_vertex


def build_armature(bones, size):
    """An armature of loose bones; one without length gets the least that Blender keeps."""
    armature = bpy.data.armatures.new("armature")
    armature_object = bpy.data.objects.new("armature", armature)
    bpy.context.scene.collection.objects.link(armature_object)
    bpy.context.view_layer.objects.active = armature_object
    bpy.ops.object.mode_set(mode="EDIT")
    for index, bone in enumerate(bones):
        edit_bone = armature.edit_bones.new(f"b{index}")
        head, tail = bone["head"], list(bone["tail"])
        if math.dist(head, tail) < 1e-4 * size:
            tail[2] += 1e-3 * size
        edit_bone.head = head
        edit_bone.tail = tail
    bpy.ops.object.mode_set(mode="OBJECT")
    return armature_object


def weigh(source):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    positions = source["positions"]
    lows = [min(p[axis] for p in positions) for axis in range(3)]
    highs = [max(p[axis] for p in positions) for axis in range(3)]
    mesh_object, of_vertex = build_mesh(positions, source["triangles"])
    armature_object = build_armature(source["bones"], math.dist(lows, highs))
    bpy.ops.object.select_all(action="DESELECT")
    mesh_object.select_set(True)
    armature_object.select_set(True)
    bpy.context.view_layer.objects.active = armature_object
    report = ""
    start = time.perf_counter()
    try:
        bpy.ops.object.parent_set(type="ARMATURE_AUTO")
    except RuntimeError as error:
        report = str(error).strip()
    seconds = time.perf_counter() - start
    bone_of_group = {g.index: int(g.name[1:]) for g in mesh_object.vertex_groups}
    of_merged = [
        [[bone_of_group[g.group], g.weight] for g in vertex.groups if g.weight > 0]
        for vertex in mesh_object.data.vertices
    ]
    return {
        "blender": bpy.app.version_string,
        "seconds": seconds,
        "report": report,
        "rows": [of_merged[merged] for merged in of_vertex],
    }


def main():
    folder = pathlib.Path(sys.argv[1])
    for path in sorted(folder.glob("*.mesh.json")):
        answer = weigh(json.loads(path.read_text()))
        name = path.name.removesuffix(".mesh.json")
        (folder / f"{name}.blender.json").write_text(json.dumps(answer))
        empty = sum(not row for row in answer["rows"])
        print(f"{name}: {answer['seconds']:.2f} s, {empty} vertices without weights", flush=True)


if __name__ == "__main__":
    main()
