//! A mention: a path in the sources, in a `use`, a type, an expression, a pattern or a macro.

use super::import::{Import, mentions_of_use};
use super::test_code::{attributes_and_name, is_test};
use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{
    Arm, Attribute, Block, Expr, Field, FieldValue, ImplItem, Item, ItemUse, Stmt, TraitItem,
    Variant,
};

/// A path and its line.
pub(super) struct Mention {
    /// The segments of the path; a leading `::` is an empty first segment.
    pub(super) segments: Vec<String>,
    /// The line in the file of the module.
    pub(super) line: usize,
    /// Whether the last segment may be a module: only in `use`.
    pub(super) may_be_module: bool,
}

/// The name of an item, if it has one, and its mentions; `None` for test code.
pub(super) fn mentions_of_item(item: &Item) -> Option<(Option<String>, Vec<Mention>)> {
    let (attributes, name) = attributes_and_name(item);
    if is_test(attributes) {
        return None;
    }
    let mut reader = Reader { mentions: Vec::new(), scopes: Vec::new(), in_test: false };
    reader.visit_item(item);
    Some((name.map(Ident::to_string), reader.mentions))
}

/// The visitor that collects mentions.
struct Reader {
    mentions: Vec<Mention>,
    /// The imports of the enclosing blocks, the innermost block last.
    scopes: Vec<Vec<Import>>,
    /// Whether the visited code is test code, which is ignored.
    in_test: bool,
}

impl Reader {
    /// Visits a node that may have attributes. They are visited first and hold until its end.
    fn apart(&mut self, read: impl FnOnce(&mut Self)) {
        let around = self.in_test;
        read(self);
        self.in_test = around;
    }

    /// Adds a path. If its first segment is imported by an enclosing block, the import replaces it.
    fn mention<'a>(&mut self, names: impl Iterator<Item = &'a Ident>, absolute: bool) {
        if self.in_test {
            return;
        }
        let names: Vec<&Ident> = names.collect();
        let line = names[0].span().start().line;
        let mut segments: Vec<String> = names.iter().map(|name| name.to_string()).collect();
        if absolute {
            segments.insert(0, String::new());
        }
        let known = self.scopes.iter().rev().flatten();
        let known = known.into_iter().find(|import| import.name.as_ref() == Some(&segments[0]));
        if let Some(import) = known {
            segments.splice(0..1, import.segments.iter().cloned());
        }
        self.mentions.push(Mention { segments, line, may_be_module: false });
    }

    /// Adds the paths in the tokens of a macro: names joined by `::`. A single name is not added, since
    /// it may be anything.
    fn scan(&mut self, tokens: &TokenStream) {
        let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            if let TokenTree::Group(group) = &tokens[at] {
                self.scan(&group.stream());
            }
            let names = leading_path(&tokens[at..]);
            if names.len() > 1 {
                self.mention(names.iter().copied(), false);
            }
            at += (3 * names.len()).saturating_sub(2).max(1);
        }
    }
}

/// The segments of the path at the start of tokens. Each `::` between segments is two tokens.
fn leading_path(tokens: &[TokenTree]) -> Vec<&Ident> {
    let is_colon =
        |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ':');
    let mut names = Vec::new();
    let mut rest = tokens;
    while let [TokenTree::Ident(name), after @ ..] = rest {
        names.push(name);
        match after {
            [first, second, after @ ..] if is_colon(first) && is_colon(second) => rest = after,
            _ => break,
        }
    }
    names
}

impl<'a> Visit<'a> for Reader {
    fn visit_path(&mut self, path: &'a syn::Path) {
        let names = path.segments.iter().map(|segment| &segment.ident);
        self.mention(names, path.leading_colon.is_some());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'a syn::Macro) {
        self.visit_path(&call.path);
        self.scan(&call.tokens);
    }

    /// Visibilities are skipped: `pub(crate)` is not a use.
    fn visit_visibility(&mut self, _: &'a syn::Visibility) {}

    /// Attributes have no mentions, but may say that a node is test code.
    fn visit_attribute(&mut self, attribute: &'a Attribute) {
        self.in_test |= is_test(std::slice::from_ref(attribute));
    }

    fn visit_item_use(&mut self, item: &'a ItemUse) {
        visit::visit_item_use(self, item);
        if !self.in_test {
            self.mentions.extend(mentions_of_use(item).0);
        }
    }

    fn visit_block(&mut self, block: &'a Block) {
        let uses = block.stmts.iter().filter_map(|statement| match statement {
            Stmt::Item(Item::Use(item)) if !is_test(&item.attrs) => Some(mentions_of_use(item).1),
            _ => None,
        });
        self.scopes.push(uses.flatten().collect());
        visit::visit_block(self, block);
        self.scopes.pop();
    }

    fn visit_item(&mut self, item: &'a Item) {
        self.apart(|reader| visit::visit_item(reader, item));
    }

    fn visit_impl_item(&mut self, item: &'a ImplItem) {
        self.apart(|reader| visit::visit_impl_item(reader, item));
    }

    fn visit_trait_item(&mut self, item: &'a TraitItem) {
        self.apart(|reader| visit::visit_trait_item(reader, item));
    }

    fn visit_stmt(&mut self, statement: &'a Stmt) {
        self.apart(|reader| visit::visit_stmt(reader, statement));
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        self.apart(|reader| visit::visit_expr(reader, expression));
    }

    fn visit_arm(&mut self, arm: &'a Arm) {
        self.apart(|reader| visit::visit_arm(reader, arm));
    }

    fn visit_field(&mut self, field: &'a Field) {
        self.apart(|reader| visit::visit_field(reader, field));
    }

    fn visit_field_value(&mut self, value: &'a FieldValue) {
        self.apart(|reader| visit::visit_field_value(reader, value));
    }

    fn visit_variant(&mut self, variant: &'a Variant) {
        self.apart(|reader| visit::visit_variant(reader, variant));
    }
}
