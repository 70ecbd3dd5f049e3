//! `feeler clash`: what the parts of an assembly do to each other.

mod baseline;
mod bcf;
mod documents;
mod page;
mod picture;
mod report;
mod summary;
mod viewer;

use super::Outcome;
use crate::args::{ClashArgs, Form};
use crate::assembly::{Assembly, Request};
use crate::format;
use crate::interrupt::Interrupt;
use crate::job::Job;
use crate::output::{self, Output};
use crate::sources::Sources;
use crate::voice;
use crate::watched::Watched;
use anyhow::{Context, Result, bail};
use baseline::Comparison;
use feeler::Budget;
use feeler_world::{ClashKind, Clashes, Limits, Rules};
use report::Report;
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) fn run(args: &ClashArgs) -> Result<Outcome> {
    let form = args.form();
    if form == Form::Bcf && args.output.is_none() {
        bail!("BCF is a zip archive: name a file with -o");
    }
    let read = args.rules.iter().chain(&args.baseline);
    let job = job(&args.files)?;
    let requests = job.as_ref().map_or_else(|| Request::all(&args.files), |it| it.requests.clone());
    let names: Vec<String> = requests.iter().map(|request| request.input.text.clone()).collect();
    let sources = Sources::of_meshes(args.files.iter().chain(&names)).and(read);
    let output = args.output.as_ref().map(|path| Output::create(path, &sources)).transpose()?;
    let rules = match (&args.rules, job.as_ref().and_then(|job| job.rules.clone())) {
        (Some(_), Some(_)) => bail!("the job has rules, and --rules names others"),
        (Some(path), None) => Some(rules(path)?),
        (None, of_job) => of_job,
    };
    let baseline = args.baseline.as_deref().map(baseline::read).transpose()?;
    let interrupt = Interrupt::listen()?;

    let mut assembly = Assembly::read(&requests, &interrupt)?;
    if let Some(job) = &job {
        assembly.shift(&job.motions).with_context(|| args.files[0].clone())?;
    }
    if let Some(rules) = rules {
        assembly.world.set_rules(rules);
        for rule in assembly.world.idle_rules() {
            voice::note(&format!("the rule {rule} speaks of no two parts"));
        }
    }
    let watched = Watched::new(&interrupt);
    watched.start("pairs");
    let limits = args.limits();
    let clashes = assembly.world.clashes(limits, &|done| watched.tell(done));
    watched.end();
    let mut clashes = clashes?;
    if !args.only.is_empty() {
        clashes.found.retain(|clash| args.only.contains(&clash.kind));
    }
    let report = Report::new(args, &assembly, &clashes);
    let comparison = baseline.map(|before| Comparison::of(&before, &report));
    let bytes = write(form, &assembly, &clashes, &report, comparison.as_ref())?;
    match output {
        None => output::print(&String::from_utf8(bytes)?)?,
        Some(mut file) => {
            file.bytes(&bytes)?;
            file.finish()?;
            voice::note(&said(&report));
        }
    }
    if !clashes.is_complete {
        voice::note("interrupted: the report has only what was found until then");
        return Ok(Outcome::Interrupted);
    }
    let some = match &comparison {
        None => !report.clashes.is_empty(),
        Some(comparison) => comparison.is_worse(),
    };
    Ok(if some { Outcome::Touching } else { Outcome::Apart })
}

impl ClashArgs {
    fn limits(&self) -> Limits {
        let depth = self.depth_steps.map_or(Budget::UNLIMITED, Budget::steps);
        Limits { clearance: self.clearance, tolerance: self.tolerance, depth }
    }

    fn form(&self) -> Form {
        let is_named = |wanted: &str| {
            let ends = |path: &PathBuf| path.extension().is_some_and(|end| end == wanted);
            self.output.as_ref().is_some_and(ends)
        };
        match self.format {
            _ if self.json => Form::Json,
            Form::Table if is_named("bcf") => Form::Bcf,
            Form::Table if is_named("html") && viewer::is_built() => Form::View,
            Form::Table if is_named("html") => Form::Html,
            form => form,
        }
    }
}

/// The job that is named instead of files, if one is.
fn job(files: &[String]) -> Result<Option<Job>> {
    match files {
        [file] if Job::is_one(file) => Job::read(Path::new(file)).map(Some),
        files if files.iter().any(|file| Job::is_one(file)) => {
            bail!("a job names all files itself: give it alone")
        }
        _ => Ok(None),
    }
}

fn rules(path: &Path) -> Result<Rules> {
    let name = || path.display().to_string();
    let text = fs::read_to_string(path).with_context(name)?;
    text.parse().with_context(name)
}

fn write(
    form: Form,
    assembly: &Assembly,
    clashes: &Clashes,
    report: &Report,
    comparison: Option<&Comparison>,
) -> Result<Vec<u8>> {
    let text = match form {
        Form::Bcf => return bcf::archive(report, assembly),
        Form::Table => match comparison {
            None => summary::of_report(report),
            Some(comparison) => summary::of_comparison(report, comparison),
        },
        Form::Json => documents::json(report, comparison)?,
        Form::Csv => documents::csv(report)?,
        Form::Junit => documents::junit(report)?,
        Form::Html => page::html(report, assembly)?,
        Form::Sarif => documents::sarif(report)?,
        Form::View => viewer::page(&report.files, assembly, clashes)?,
    };
    Ok(text.into_bytes())
}

/// The number of clashes of each kind, in a sentence.
fn said(report: &Report) -> String {
    let counts: Vec<String> = ClashKind::ALL
        .iter()
        .rev()
        .map(|kind| (kind.name(), report.clashes.iter().filter(|c| c.kind == kind.name()).count()))
        .filter(|(_, count)| *count > 0)
        .map(|(name, count)| format!("{} {name}", format::count(count as u64)))
        .collect();
    let all = match report.clashes.len() {
        1 => "1 clash".to_owned(),
        0 => return "no clash".to_owned(),
        count => format!("{} clashes", format::count(count as u64)),
    };
    format!("{all}: {}", counts.join(", "))
}
