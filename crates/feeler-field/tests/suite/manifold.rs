//! Properties of a whole surface, computed from its triangles alone.

use feeler::Mesh;
use std::collections::{BTreeMap, HashMap};

/// Counts that distinguish surfaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Census {
    /// The Euler characteristic of each connected part, sorted.
    pub(crate) parts: Vec<i64>,
    /// The number of edges with one triangle.
    pub(crate) open_edges: usize,
}

impl Census {
    /// Counts a surface. Fails if an edge has more than two triangles, or two that pass it in the
    /// same direction, and if a vertex has more than one fan.
    pub(crate) fn of(mesh: &Mesh) -> Result<Self, String> {
        check_fans(mesh)?;
        Self::of_pinched(mesh)
    }

    /// Like [`of`](Self::of), for a surface that may touch itself in a vertex: if cells are left
    /// out, the border follows their edges.
    pub(crate) fn of_pinched(mesh: &Mesh) -> Result<Self, String> {
        let mut edges: HashMap<[u32; 2], u32> = HashMap::new();
        for t in mesh.triangles() {
            for i in 0..3 {
                let directed = [t[i], t[(i + 1) % 3]];
                if directed[0] == directed[1] {
                    return Err(format!("triangle {t:?} has a vertex twice"));
                }
                *edges.entry(directed).or_default() += 1;
            }
        }
        if let Some((edge, count)) = edges.iter().find(|(_, count)| **count > 1) {
            return Err(format!("{count} triangles pass edge {edge:?} in one direction"));
        }
        let open_edges = edges.keys().filter(|[p, q]| !edges.contains_key(&[*q, *p])).count();

        let mut part: Vec<usize> = (0..mesh.vertices().len()).collect();
        let find = |part: &[usize], mut v: usize| {
            while part[v] != v {
                v = part[v];
            }
            v
        };
        for t in mesh.triangles() {
            for i in 1..3 {
                let (p, q) = (find(&part, t[0] as usize), find(&part, t[i] as usize));
                part[p.max(q)] = p.min(q);
            }
        }
        let mut characters: BTreeMap<usize, i64> = BTreeMap::new();
        for v in 0..mesh.vertices().len() {
            *characters.entry(find(&part, v)).or_default() += 1;
        }
        for [p, q] in edges.keys() {
            if p < q || !edges.contains_key(&[*q, *p]) {
                *characters.entry(find(&part, *p as usize)).or_default() -= 1;
            }
        }
        for t in mesh.triangles() {
            *characters.entry(find(&part, t[0] as usize)).or_default() += 1;
        }
        let mut parts: Vec<i64> = characters.into_values().collect();
        parts.sort_unstable();
        Ok(Self { parts, open_edges })
    }
}

/// Checks that the triangles around each vertex form one fan, open or closed.
fn check_fans(mesh: &Mesh) -> Result<(), String> {
    let mut around: Vec<Vec<[u32; 2]>> = vec![Vec::new(); mesh.vertices().len()];
    for t in mesh.triangles() {
        for i in 0..3 {
            around[t[i] as usize].push([t[(i + 1) % 3], t[(i + 2) % 3]]);
        }
    }
    for (vertex, fan) in around.iter().enumerate() {
        let Some(first) = fan.first() else { return Err(format!("vertex {vertex} is not used")) };
        // Follow the fan from the first spoke without a predecessor, or from any spoke if there is
        // none.
        let start = fan.iter().find(|s| !fan.iter().any(|other| other[1] == s[0])).unwrap_or(first);
        let mut at = *start;
        let mut length = 1;
        while let Some(next) = fan.iter().find(|spoke| spoke[0] == at[1] && *spoke != start) {
            at = *next;
            length += 1;
            if length > fan.len() {
                break;
            }
        }
        if length != fan.len() {
            return Err(format!("vertex {vertex} has more than one fan"));
        }
    }
    Ok(())
}

/// The volume under the triangles, positive if they are oriented outwards.
pub(crate) fn volume(mesh: &Mesh) -> f64 {
    let each = (0..mesh.triangles().len() as u32).map(|t| {
        let [[a, b, c], [d, e, f], [g, h, i]] = mesh.triangle(t);
        (a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)) / 6.0
    });
    each.sum()
}
