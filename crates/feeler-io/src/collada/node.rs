//! Nodes: what they place, and where.

use std::collections::HashMap;
use std::sync::Arc;

use feeler::Pose;
use quick_xml::events::BytesStart;

use crate::quota::{self, DEEPEST_TREE, Quota, make_room};
use crate::xml::{Elements, attribute};
use crate::{Error, ErrorKind, Placement, text};

use super::entry_cost;

/// The nodes of a file, in the order in which their elements end.
#[derive(Default)]
pub(super) struct Drafts {
    pub(super) list: Vec<Draft>,
    pub(super) ids: HashMap<String, u32>,
    depth: usize,
}

/// A node whose references are not followed yet.
#[derive(Default)]
pub(super) struct Draft {
    pub(super) name: Option<Arc<str>>,
    pub(super) placement: Option<Box<Placement>>,
    pub(super) placed: Vec<Placed>,
}

/// Something in a node.
pub(super) enum Placed {
    /// A node by its number.
    Node(u32),
    /// A node by its id.
    NodeAt(String),
    /// A geometry or a controller by its id.
    Geometry(String),
}

impl Drafts {
    /// Reads a node and all nodes within it, and returns its number.
    pub(super) fn read(
        &mut self,
        elements: &mut Elements,
        quota: &mut Quota,
        element: &BytesStart,
    ) -> Result<u32, Error> {
        if self.depth == DEEPEST_TREE {
            let reason = format!("the scene's tree is deeper than {DEEPEST_TREE} levels");
            return Err(Error::new(ErrorKind::TooLarge, reason));
        }
        self.depth += 1;
        let get = |name| attribute(element, name).map_err(|reason| elements.error(reason));
        let id = get("id")?;
        let name = get("name")?.or_else(|| id.clone());
        let mut draft = Draft { name: name.map(Arc::from), ..Draft::default() };
        let mut placement = Placement::IDENTITY;
        while let Some(child) = elements.child(quota)? {
            let placed = match child.local_name().as_ref() {
                "node" => Some(Placed::Node(self.read(elements, quota, &child)?)),
                "instance_node" => Some(Placed::NodeAt(reference(elements, quota, &child)?)),
                "instance_geometry" | "instance_controller" => {
                    Some(Placed::Geometry(reference(elements, quota, &child)?))
                }
                kind => {
                    if let Some(step) = step(elements, quota, kind)? {
                        placement = placement.of_child(&step);
                    }
                    None
                }
            };
            if let Some(placed) = placed {
                quota.take(quota::grown::<Placed>(1))?;
                make_room(&mut draft.placed, 1);
                draft.placed.push(placed);
            }
        }
        draft.placement = (placement != Placement::IDENTITY).then(|| Box::new(placement));
        self.depth -= 1;
        self.add(quota, draft, id)
    }

    fn add(&mut self, quota: &mut Quota, draft: Draft, id: Option<String>) -> Result<u32, Error> {
        let name = draft.name.as_ref().map_or(0, |name| name.len());
        quota.take(quota::grown::<Draft>(1) + size_of::<Placement>() + name)?;
        let Ok(number) = u32::try_from(self.list.len()) else {
            return Err(Error::new(ErrorKind::TooLarge, "the file has more than 2³² nodes"));
        };
        make_room(&mut self.list, 1);
        self.list.push(draft);
        if let Some(id) = id {
            quota.take(entry_cost::<u32>(&id))?;
            self.ids.insert(id, number);
        }
        Ok(number)
    }
}

/// The id that an instance refers to. The element is read to its end.
fn reference(
    elements: &mut Elements,
    quota: &mut Quota,
    element: &BytesStart,
) -> Result<String, Error> {
    let url = attribute(element, "url").map_err(|reason| elements.error(reason))?;
    let id = url.ok_or_else(|| "an instance has no 'url'".to_owned());
    let id = id.and_then(|url| fragment(&url)).map_err(|reason| elements.error(reason))?;
    quota.take(id.len())?;
    elements.skip(quota)?;
    Ok(id)
}

/// The id in a reference to the same file.
pub(super) fn fragment(url: &str) -> Result<String, String> {
    match url.strip_prefix('#') {
        Some(id) => Ok(id.to_owned()),
        None => Err(format!("'{url}' is in another file, which is not read")),
    }
}

/// A step of the placement of a node; `None` if the element is about something else. The element is read to its
/// end.
fn step(
    elements: &mut Elements,
    quota: &mut Quota,
    kind: &str,
) -> Result<Option<Placement>, Error> {
    Ok(Some(match kind {
        "matrix" => matrix(elements, quota)?,
        "translate" => {
            let [x, y, z] = numbers(elements, quota, kind)?;
            Placement([[1.0, 0.0, 0.0, x], [0.0, 1.0, 0.0, y], [0.0, 0.0, 1.0, z]])
        }
        "scale" => {
            let [x, y, z] = numbers(elements, quota, kind)?;
            Placement([[x, 0.0, 0.0, 0.0], [0.0, y, 0.0, 0.0], [0.0, 0.0, z, 0.0]])
        }
        "rotate" => {
            let [x, y, z, degrees] = numbers(elements, quota, kind)?;
            if degrees == 0.0 {
                return Ok(None);
            }
            let largest = x.abs().max(y.abs()).max(z.abs());
            if largest == 0.0 {
                return Err(elements.error("the axis of a rotation has no length"));
            }
            let [r, s, t] = Pose::rotation([x, y, z], degrees.to_radians()).matrix();
            let row = |[a, b, c]: [f64; 3]| [a, b, c, 0.0];
            Placement([row(r), row(s), row(t)])
        }
        "lookat" | "skew" => {
            let reason = format!("a node is placed by '{kind}': export matrices instead");
            return Err(Error::unsupported(reason));
        }
        _ => {
            elements.skip(quota)?;
            return Ok(None);
        }
    }))
}

/// Reads a matrix, which is stored row by row. The element is read to its end.
pub(super) fn matrix(elements: &mut Elements, quota: &mut Quota) -> Result<Placement, Error> {
    let m: [f64; 16] = numbers(elements, quota, "matrix")?;
    if m[12..] != [0.0, 0.0, 0.0, 1.0] {
        return Err(elements.error("the last row of the matrix is not 0 0 0 1"));
    }
    Ok(Placement([0, 4, 8].map(|row| [m[row], m[row + 1], m[row + 2], m[row + 3]])))
}

/// Reads as many numbers as are wanted. The element is read to its end.
fn numbers<const N: usize>(
    elements: &mut Elements,
    quota: &mut Quota,
    what: &str,
) -> Result<[f64; N], Error> {
    let (mut numbers, mut count) = ([0.0; N], 0);
    while let Some(text) = elements.text(quota)? {
        for word in text.split_ascii_whitespace() {
            let number = text::coordinate(word.as_bytes());
            let number = number.map_err(|reason| elements.error_at(word, reason))?;
            if let Some(place) = numbers.get_mut(count) {
                *place = number;
            }
            count += 1;
        }
    }
    if count != N {
        return Err(elements.error(format!("'{what}' has {N} numbers, not {count}")));
    }
    Ok(numbers)
}
