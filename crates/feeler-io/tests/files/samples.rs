//! Sample files: a small one for each variant of each format.

use std::io::{Cursor, Write};

use feeler_io::Format;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

pub(crate) const OBJ: &str = "\
# a square, a triangle and a concave pentagon
o square
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
f 1/1/1 2/2/1 3/3/1 4/4/1
o rest
v 0.5 0.5 0
f -5//1 -4//1 \\
  -1//1
f 1 2 3 5 4
";

pub(crate) const STL: &str = "\
solid first one
 facet normal 0 0 1
  outer loop
   vertex 0 0 0
   vertex 1 0 0
   vertex 0 1 0
  endloop
 endfacet
endsolid first one
solid second
 facet normal nan 0 0
  outer loop
   vertex 0 1 0
   vertex 1 0 0
   vertex 1e0 +1. 0
  endloop
 endfacet
endsolid
";

/// A tooth twice in a jaw, the jaw twice, once turned; a plate of polygons, a strip and a fan.
pub(crate) const COLLADA: &str = r##"<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
 <asset><unit name="inch" meter="0.0254"/><up_axis>Z_UP</up_axis></asset>
 <library_geometries>
  <geometry id="tooth-mesh" name="tooth"><mesh>
   <source id="t-pos"><float_array id="t-array" count="9">0 0 0 1 0 0
     0 1 0</float_array><technique_common><accessor source="#t-array" count="3" stride="3">
     <param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
   <source id="t-normal"><float_array id="n-array" count="3">0 0 1</float_array></source>
   <vertices id="t-vertices"><input semantic="POSITION" source="#t-pos"/></vertices>
   <triangles count="1"><input semantic="NORMAL" source="#t-normal" offset="1"/><input semantic="VERTEX" source="#t-vertices" offset="0"/>
    <p>0 0 1 0 2 0</p></triangles>
   <lines count="1"><input semantic="VERTEX" source="#t-vertices" offset="0"/><p>0 1</p></lines>
  </mesh></geometry>
  <geometry id="plate"><mesh>
   <source id="p-pos"><float_array count="20">9 0 0 0 9 4 0 0 9 4 4 0 9 0 4 0 9 1 1 0</float_array><technique_common>
    <accessor source="#p-array" count="5" stride="4"><param/><param name="X"/><param name="Y"/><param name="Z"/></accessor></technique_common></source>
   <vertices id="p-vertices"><input semantic="POSITION" source="#p-pos"/></vertices>
   <polylist count="2"><input semantic="VERTEX" source="#p-vertices" offset="0"/><vcount>4 3</vcount><p>0 1 2 3 0 1 4</p></polylist>
   <polygons count="2"><input semantic="VERTEX" source="#p-vertices" offset="0"/><p>0 1 2</p><p>0 2 3</p></polygons>
   <tristrips count="1"><input semantic="VERTEX" source="#p-vertices" offset="0"/><p>0 1 3 2</p></tristrips>
   <trifans count="1"><input semantic="VERTEX" source="#p-vertices" offset="0"/><p>4 1 2 3</p></trifans>
  </mesh></geometry>
 </library_geometries>
 <library_controllers><controller id="bent"><skin source="#tooth-mesh">
  <bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 7 0 0 0 1</bind_shape_matrix></skin></controller></library_controllers>
 <library_visual_scenes>
  <visual_scene id="other"/>
  <visual_scene id="main">
   <node id="upper"><instance_node url="#jaw"/></node>
   <node id="lower"><translate>0 0 -2</translate><rotate>0 0 1 90</rotate><instance_node url="#jaw"/></node>
   <node id="table" name="a &lt; b"><scale>2 2 2</scale><instance_geometry url="#plate"/><instance_controller url="#bent"/></node>
  </visual_scene>
 </library_visual_scenes>
 <library_nodes><node id="jaw">
  <node id="left"><instance_geometry url="#tooth-mesh"/></node>
  <node id="right"><matrix>1 0 0 5 0 1 0 0 0 0 1 0 0 0 0 1</matrix><instance_geometry url="#tooth-mesh"/></node></node></library_nodes>
 <scene><instance_visual_scene url="#main"/></scene>
</COLLADA>
"##;

pub(crate) const OFF: &str = "\
OFF # a square and a triangle
4 2 0

0 0 0
1 0 0
1 1 0 255 0 0
0 1 0
4 0 1 2 3 0.5 0.5 0.5
3 0 1 2
";

pub(crate) const PLY: &str = "\
ply
format ascii 1.0
comment a square and a strip
obj_info nothing
element vertex 4
property float x
property float y
property uchar red
property float z
element face 1
property uchar flag
property list uchar int vertex_indices
element edge 1
property int a
property int b
element tristrips 1
property list int int vertex_indices
end_header
0 0 255 0
1 0 255 0
1 1 255 0
0 1 255 0
7 4 0 1 2 3
0 1
8 0 1 2 3 -1 0 1 2
";

pub(crate) const MODEL: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<model unit="inch" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">
 <resources>
  <object id="1" name="tooth">
   <mesh>
    <vertices>
     <vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/>
    </vertices>
    <triangles><triangle v1="0" v2="1" v3="2"/></triangles>
   </mesh>
  </object>
  <object id="2" name="jaw">
   <components>
    <component objectid="1"/>
    <component objectid="1" transform="1 0 0 0 1 0 0 0 1 5 0 0"/>
   </components>
  </object>
 </resources>
 <build>
  <item objectid="2" partnumber="upper"/>
  <item objectid="2" partnumber="lower" transform="0 1 0 -1 0 0 0 0 1 0 0 -2"/>
 </build>
</model>
"#;

/// A binary STL file of these triangles.
pub(crate) fn binary_stl(header: &str, triangles: &[[[f32; 3]; 3]]) -> Vec<u8> {
    let mut bytes = header.as_bytes().to_vec();
    bytes.resize(80, 0);
    bytes.extend((triangles.len() as u32).to_le_bytes());
    for triangle in triangles {
        bytes.extend([0; 12]);
        bytes.extend(triangle.as_flattened().iter().flat_map(|x| x.to_le_bytes()));
        bytes.extend([0; 2]);
    }
    bytes
}

/// A binary PLY file: doubles, a list of floats before the indices, and shorts as indices.
pub(crate) fn binary_ply(endian: &str) -> Vec<u8> {
    let mut bytes = format!(
        "ply\r\nformat binary_{endian}_endian 1.0\r\nelement vertex 3\r\nproperty double z\r\n\
         property short y\r\nproperty float x\r\nelement face 1\r\n\
         property list uchar float texcoord\r\nproperty list uint ushort vertex_index\r\n\
         end_header\r\n"
    )
    .into_bytes();
    let mut put = |number: &[u8]| match endian {
        "big" => bytes.extend(number.iter().rev()),
        _ => bytes.extend(number),
    };
    for [x, y, z] in [[0.0, 0.0, 0.5], [1.5, 0.0, 0.25], [0.0, -300.0, 0.1]] {
        put(&f64::to_le_bytes(z));
        put(&(y as i16).to_le_bytes());
        put(&(x as f32).to_le_bytes());
    }
    put(&[2]);
    put(&1f32.to_le_bytes());
    put(&2f32.to_le_bytes());
    put(&3u32.to_le_bytes());
    for index in [0u16, 1, 2] {
        put(&index.to_le_bytes());
    }
    bytes
}

/// A binary OFF file with normals and colours.
pub(crate) fn binary_off() -> Vec<u8> {
    let mut bytes = b"CNOFF BINARY\n".to_vec();
    bytes.extend([3u32, 1, 0].map(u32::to_be_bytes).as_flattened());
    for vertex in [[0f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]] {
        bytes.extend(vertex.map(f32::to_be_bytes).as_flattened());
        bytes.extend([0; 28]);
    }
    bytes.extend([3u32, 0, 1, 2, 1, 0].map(u32::to_be_bytes).as_flattened());
    bytes
}

/// Floats as little-endian bytes.
pub(crate) fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|x| x.to_le_bytes()).collect()
}

/// A GLB file with a JSON chunk and a binary chunk.
pub(crate) fn glb(json: &str, binary: &[u8]) -> Vec<u8> {
    let mut json = json.as_bytes().to_vec();
    json.resize(json.len().next_multiple_of(4), b' ');
    let mut binary = binary.to_vec();
    binary.resize(binary.len().next_multiple_of(4), 0);
    let length = 12 + 8 + json.len() + 8 + binary.len();
    let mut bytes = b"glTF".to_vec();
    bytes.extend([2, length as u32, json.len() as u32].map(u32::to_le_bytes).as_flattened());
    bytes.extend(b"JSON");
    bytes.extend(json);
    bytes.extend((binary.len() as u32).to_le_bytes());
    bytes.extend(b"BIN\0");
    bytes.extend(binary);
    bytes
}

/// The JSON of a mesh of one triangle, with bytes as indices; `rest` is the remaining JSON.
pub(crate) fn gltf_json(rest: &str) -> String {
    format!(
        r#"{{"asset":{{"version":"2.0"}},{rest},
"meshes":[{{"name":"tri","primitives":[{{"attributes":{{"POSITION":0}},"indices":1}}]}}],
"accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}},
{{"bufferView":1,"componentType":5121,"count":3,"type":"SCALAR"}}],
"bufferViews":[{{"buffer":0,"byteLength":36}},{{"buffer":0,"byteOffset":36,"byteLength":3}}]}}"#
    )
}

/// The buffer of one triangle: three corners and the indices 0, 1, 2.
pub(crate) fn triangle_buffer() -> Vec<u8> {
    let mut bytes = floats(&[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    bytes.extend([0, 1, 2]);
    bytes
}

/// A GLB file with a tree of three nodes that place one triangle twice.
pub(crate) fn small_glb() -> Vec<u8> {
    let json = gltf_json(
        r#""scenes":[{"nodes":[0]}],"nodes":[{"name":"rig","children":[1,2],"scale":[2,2,2]},
        {"name":"left","mesh":0},{"name":"right","mesh":0,"translation":[3,0,0]}],
        "buffers":[{"byteLength":39}]"#,
    );
    glb(&json, &triangle_buffer())
}

/// A zip archive of these entries.
pub(crate) fn archive(entries: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in entries {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// Every sample, with a name for messages.
pub(crate) fn all() -> Vec<(&'static str, Format, Vec<u8>)> {
    let triangle = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    vec![
        ("obj", Format::Obj, OBJ.into()),
        ("ascii stl", Format::Stl, STL.into()),
        ("binary stl", Format::Stl, binary_stl("solid but binary", &[triangle; 3])),
        ("ascii ply", Format::Ply, PLY.into()),
        ("little ply", Format::Ply, binary_ply("little")),
        ("big ply", Format::Ply, binary_ply("big")),
        ("ascii off", Format::Off, OFF.into()),
        ("binary off", Format::Off, binary_off()),
        ("glb", Format::Gltf, small_glb()),
        ("gltf", Format::Gltf, embedded_gltf().into_bytes()),
        ("3mf", Format::ThreeMf, archive(&[("3D/3dmodel.model", MODEL)])),
        ("collada", Format::Collada, COLLADA.into()),
    ]
}

/// A glTF file with its buffer as base64.
pub(crate) fn embedded_gltf() -> String {
    gltf_json(
        r#""nodes":[{"mesh":0,"matrix":[1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,7,1]}],
"buffers":[{"byteLength":39,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAEC"}]"#,
    )
}
